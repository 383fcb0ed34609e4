import { type FormEvent, useState } from "react";
import type { ImportedFile } from "#shared/contract/imported-files.ts";
import type { Project } from "#shared/domain/project.ts";
import { errorText } from "../../../data/faults.ts";
import { useRenameProject } from "../../../data/projects.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { DeleteProjectDialog } from "./delete-project-dialog.tsx";
import { ImportedFileList } from "./imported-file-list.tsx";
import { TakeBackDialog } from "./take-back-dialog.tsx";

/** What can be done with a project as a whole: another name, taking imports back, deleting it. */
export function ManageProjectDialog({ project, onClose }: { project: Project; onClose(): void }) {
  const [asked, setAsked] = useState<ImportedFile | "delete" | null>(null);
  const back = () => setAsked(null);
  if (asked === "delete") return <DeleteProjectDialog project={project} onBack={back} onDone={onClose} />;
  if (asked !== null) return <TakeBackDialog file={asked} onBack={back} />;
  return (
    <Dialog open onClose={onClose} title={`Project ${project.name}`} width="lg">
      <div className="flex flex-col gap-6">
        <NameField project={project} />
        <section aria-label="Imported files">
          <h3 className="mb-1 text-sm font-medium text-muted">Imported files</h3>
          <ImportedFileList projectId={project.id} onTakeBack={setAsked} />
        </section>
        <section aria-label="Delete" className="flex items-center gap-4 rounded-md border px-3 py-2">
          <p className="min-w-0 flex-1">
            Delete the project with its items, tasks, verdicts and runs.
            <span className="block text-sm text-muted">
              This cannot be undone. Export what you want to keep first.
            </span>
          </p>
          <Button variant="danger" onClick={() => setAsked("delete")}>
            Delete project…
          </Button>
        </section>
      </div>
    </Dialog>
  );
}

function NameField({ project }: { project: Project }) {
  const [name, setName] = useState(project.name);
  const rename = useRenameProject();
  const isNew = name.trim() !== "" && name.trim() !== project.name;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isNew) rename.mutate({ projectId: project.id, name: name.trim() });
  };
  return (
    <form onSubmit={submit} className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          onChange={setName}
          error={rename.error ? errorText(rename.error) : null}
        />
      </div>
      <Button type="submit" className="mt-5" disabled={!isNew} busy={rename.isPending}>
        Rename
      </Button>
    </form>
  );
}
