import { ImportFailure } from "../../../results/import/import-progress.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { PreviewArea } from "../preview-area.tsx";
import type { useWorkForm } from "./use-work-form.ts";
import { WorkSummary } from "./work-summary.tsx";

/** Whose work comes back, where nobody signed it, and what that comes to. */
export function WorkFields({ form }: { form: ReturnType<typeof useWorkForm> }) {
  const { preview, named, setReviewer, error } = form;
  return (
    <>
      {preview.data?.isSigned === false ? (
        <TextField
          label="Whose verdicts they are"
          value={named ?? preview.data.reviewer}
          onChange={setReviewer}
          hint="Nobody signed this file: it is attributed on your word, and stands so among the imported files."
        />
      ) : null}
      <PreviewArea preview={preview} title="Contents of the file">
        {(report) => <WorkSummary report={report} />}
      </PreviewArea>
      {error ? <ImportFailure error={error} /> : null}
    </>
  );
}
