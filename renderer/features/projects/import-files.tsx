import { Plus, X } from "lucide-react";
import type { InputProblem } from "#shared/contract/errors.ts";
import type { FilePreview } from "#shared/contract/projects.ts";
import { FileField } from "../../results/import/file-field.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { folderOf, stemOf } from "../../ui/paths.ts";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { countText } from "../../ui/time-text.ts";
import type { useImportForm } from "./import-form.ts";

interface ImportFilesProps {
  form: ReturnType<typeof useImportForm>;
  /** What each file contains; null while it is not known. */
  previews: readonly FilePreview[] | null;
  problems: readonly InputProblem[];
}

/** Asks for the files, and for what becomes of the labels of each that has some. */
export function ImportFiles({ form, previews, problems }: ImportFilesProps) {
  const areLabelsRefused = problems.some(isOfLabels);
  const named = form.files.filter(({ path }) => path.trim() !== "");
  return (
    <div className="flex flex-col gap-2">
      {form.files.map((file, at) => {
        const label = at === 0 ? "Prediction file" : `Prediction file ${at + 1}`;
        const preview = previews?.[named.indexOf(file)];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file is its place in the list; its path is being typed.
          <div key={at} className="flex flex-col gap-1.5">
            <div className="flex items-start gap-1">
              <div className="min-w-0 flex-1">
                <FileField
                  label={label}
                  value={file.path}
                  onChange={(path) => form.setFile(at, { path })}
                  endings={["json", "jsonl"]}
                  startIn={folderOf(file.path || form.files[0]?.path || "")}
                  placeholder="/path/to/predictions.json"
                />
              </div>
              {form.files.length > 1 ? (
                <span className="mt-5">
                  <IconButton
                    icon={X}
                    label={`Remove ${label.toLowerCase()}`}
                    onClick={() => form.removeFile(at)}
                  />
                </span>
              ) : null}
            </div>
            {areLabelsRefused || (preview && preview.labels > 0) ? (
              <LabelsOf form={form} at={at} preview={preview} />
            ) : null}
          </div>
        );
      })}
      <div>
        <Button icon={Plus} onClick={form.addFile}>
          Add another file
        </Button>
      </div>
    </div>
  );
}

/** A problem that goes where labels are left out. */
const isOfLabels = ({ field }: InputProblem): boolean =>
  field === "label" || field?.startsWith("querent.") === true;

function LabelsOf({
  form,
  at,
  preview,
}: {
  form: ImportFilesProps["form"];
  at: number;
  preview: FilePreview | undefined;
}) {
  const file = form.files[at];
  if (file === undefined) return null;
  const as = file.as ?? preview?.labelsAs ?? "opinions";
  const name = stemOf(file.path);
  return (
    <div className="flex items-center gap-2 pl-3">
      <span className="shrink-0 text-muted">
        {preview === undefined ? "Its labels" : countText(preview.labels, "label")}
      </span>
      <Select
        label={`Labels of ${name}`}
        hideLabel
        value={as}
        options={[
          { value: "opinions", title: "as verdicts of" },
          { value: "consensus", title: "as the consensus, nobody's own" },
          { value: "left-out", title: "left out" },
        ]}
        onChange={(next) => form.setFile(at, { as: next })}
      />
      {as === "opinions" ? (
        <div className="min-w-0 flex-1">
          <TextField
            label={`Reviewer of ${name}`}
            hideLabel
            value={file.reviewer}
            onChange={(reviewer) => form.setFile(at, { reviewer })}
          />
        </div>
      ) : null}
    </div>
  );
}
