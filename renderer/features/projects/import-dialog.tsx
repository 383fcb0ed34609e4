import type { InputProblem } from "#shared/contract/errors.ts";
import { projectSettings } from "#shared/settings/settings-table.ts";
import { problemsOf } from "../../data/faults.ts";
import { pickFile, pickFolder } from "../../data/files.ts";
import { useImport, useImportPreview } from "../../data/projects.ts";
import { useSession } from "../../data/session.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { folderOf } from "../../ui/paths.ts";
import { TextField } from "../../ui/text-field.tsx";
import { countText } from "../../ui/time-text.ts";
import { notify } from "../../ui/toasts.tsx";
import { useImportForm } from "./import-form.ts";
import { ImportFrame } from "./import-frame.tsx";
import { PreviewArea } from "./preview-area.tsx";
import { PreviewSummary } from "./preview-summary.tsx";

export interface ImportDialogProps {
  onClose(): void;
  onImported(projectId: number): void;
}

/** Imports a prediction file: where it is, what it contains, and then all of it or nothing. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const { actor } = useSession();
  const form = useImportForm(actor);
  const { state, start, cancel } = useImport();
  const preview = useImportPreview(form.previewed);
  const ready = form.settled && preview.isSuccess && form.projectName.trim() !== "";

  const importNow = async (): Promise<void> => {
    const done = await start(form.source, form.projectName.trim());
    if (!done) return;
    const verdicts = done.verdicts > 0 ? ` and ${countText(done.verdicts, "verdict")}` : "";
    notify({
      kind: "done",
      title: `Imported ${countText(done.items, "item")}${verdicts}`,
      description: done.project.name,
    });
    onImported(done.project.id);
    onClose();
  };
  return (
    <ImportFrame
      title="Import predictions"
      description="A JSON or JSONL file with questions, predicted SQL and gold SQL. Either everything is imported or nothing is."
      what="the items"
      ready={ready}
      state={state}
      onImport={() => void importNow()}
      onStop={cancel}
      onClose={onClose}
    >
      <PathField
        label="Prediction file"
        value={form.path}
        onChange={form.setPath}
        choose={() => pickFile("Prediction file", ["json", "jsonl"], folderOf(form.path))}
        placeholder="/path/to/predictions.json"
      />
      <PathField
        label="Folder of the databases"
        value={form.databasesDir}
        onChange={form.setDatabasesDir}
        choose={() => pickFolder("Folder of the databases", form.databasesDir)}
        hint={projectSettings["items.databasesDir"].help}
      />
      <TextField
        label="Project"
        value={form.projectName}
        onChange={form.setProjectName}
        hint="A new name creates a project; an existing project gets the items added."
      />
      {preview.data && preview.data.labels > 0 ? <LabelsOf form={form} labels={preview.data.labels} /> : null}
      {preview.error && form.takeLabels && problemsOf(preview.error).some(isOfLabels) ? (
        <LabelsOf form={form} labels={null} />
      ) : null}
      <PreviewArea preview={form.previewed === null ? null : preview} title="Contents of the file">
        {(data) => <PreviewSummary preview={data} />}
      </PreviewArea>
    </ImportFrame>
  );
}

/** A problem that goes where labels are left out. */
const isOfLabels = ({ field }: InputProblem): boolean =>
  field === "label" || field?.startsWith("querent.verdicts") === true;

function LabelsOf({ form, labels }: { form: ReturnType<typeof useImportForm>; labels: number | null }) {
  return (
    <div className="flex items-center gap-3">
      <Checkbox checked={form.takeLabels} onChange={form.setTakeLabels}>
        Import {labels === null ? "the labels" : countText(labels, "label")} as verdicts of
      </Checkbox>
      <div className="min-w-0 flex-1">
        <TextField
          label="Reviewer of the labels"
          hideLabel
          value={form.reviewer}
          disabled={!form.takeLabels}
          onChange={form.setReviewer}
        />
      </div>
    </div>
  );
}
