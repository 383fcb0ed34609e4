import { useState } from "react";
import type { ImportedExceptions } from "#shared/contract/certificates.ts";
import type { Project } from "#shared/domain/project.ts";
import { useStatedExceptions } from "../../../data/certificates.ts";
import { problemsOf } from "../../../data/faults.ts";
import { FileField } from "../../../results/import/file-field.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { folderOf } from "../../../ui/paths.ts";
import { RefusedInput } from "../refused-input.tsx";

interface ImportExceptionsProps {
  project: Project;
  onClose(): void;
  onImported(imported: ImportedExceptions, path: string): void;
}

/** Asks for the file that says what may pass in the certificates of the project; what is wrong with it is said line by line. */
export function ImportExceptionsDialog({ project, onClose, onImported }: ImportExceptionsProps) {
  const [path, setPath] = useState("");
  const [skipUnfit, setSkipUnfit] = useState(false);
  const { import: run } = useStatedExceptions(project.id);
  const start = (): void =>
    run.mutate(
      { path: path.trim(), skipUnfit },
      {
        onSuccess: (imported) => {
          onImported(imported, path.trim());
          onClose();
        },
      },
    );
  // What fits no task can be left out; what cannot be read has to be mended.
  const isUnfit = problemsOf(run.error).some(({ field }) => field === "instance_id" || field === "changed");
  return (
    <FormDialog
      onClose={onClose}
      title="Import exceptions"
      description={`What may pass in the certificates of ${project.name}, each with a reason and a name. What is stated already stays as it is.`}
      action={{
        ...{ id: "certificates.import-exceptions-now", title: "Import", run: start },
        ...{ ready: path.trim() !== "", busy: run.isPending },
      }}
    >
      <div className="flex flex-col gap-4">
        <FileField
          label="File of exceptions"
          value={path}
          onChange={setPath}
          endings={["jsonl", "json"]}
          startIn={folderOf(path)}
          placeholder="/path/to/exceptions.jsonl"
          hint="A line of JSON for each finding or mutant, as Querent exports them and querent certify --exceptions reads them."
        />
        {run.error ? <RefusedInput error={run.error} /> : null}
        {(isUnfit || skipUnfit) && (
          <Checkbox checked={skipUnfit} onChange={setSkipUnfit}>
            Leave out lines that fit no task
          </Checkbox>
        )}
      </div>
    </FormDialog>
  );
}
