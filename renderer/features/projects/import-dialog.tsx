import type { ImportReport } from "#shared/domain/import-report.ts";
import type { Project } from "#shared/domain/project.ts";
import { projectSettings } from "#shared/settings/settings-table.ts";
import { problemsOf } from "../../data/faults.ts";
import { pickFolder } from "../../data/files.ts";
import { useImport, useImportPreview } from "../../data/projects.ts";
import { useIsElsewhere, useSession } from "../../data/session.ts";
import { ImportFrame } from "../../results/import/import-frame.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { countText } from "../../ui/time-text.ts";
import { notify } from "../../ui/toasts.tsx";
import { ImportConflicts } from "./import-conflicts.tsx";
import { ImportFiles } from "./import-files.tsx";
import { useImportForm } from "./import-form.ts";
import { PreviewArea } from "./preview-area.tsx";
import { PreviewSummary } from "./preview-summary.tsx";

export interface ImportDialogProps {
  /** The project in front; null: there is none. */
  project: Project | null;
  onClose(): void;
  onImported(projectId: number): void;
}

const matched =
  "predictions that it has already are matched: the labels become further opinions on the same items.";

/** Imports prediction files: where they are, what they contain and come to, and then all of it or nothing. */
export function ImportDialog({ project, onClose, onImported }: ImportDialogProps) {
  const { actor } = useSession();
  const isElsewhere = useIsElsewhere();
  const form = useImportForm(actor, isElsewhere ? (project?.name ?? "") : null);
  const { state, start, cancel } = useImport();
  const preview = useImportPreview(form.previewed);
  const ready = form.settled && preview.isSuccess && form.projectName.trim() !== "";

  const importNow = async (): Promise<void> => {
    const done = await start(form.source);
    if (!done) return;
    notify({ kind: "done", title: importedText(done.report), description: done.project.name });
    onImported(done.project.id);
    onClose();
  };
  return (
    <ImportFrame
      title="Import predictions"
      description={`JSON or JSONL files with questions, predicted SQL and gold SQL, and what reviewers said of them. Either everything is imported or nothing is.${isElsewhere ? ` In ${form.projectName}, ${matched}` : ""}`}
      what="the items"
      ready={ready}
      state={state}
      onImport={() => void importNow()}
      onStop={cancel}
      onClose={onClose}
    >
      <ImportFiles
        form={form}
        previews={preview.data?.files ?? null}
        problems={preview.error === null ? [] : problemsOf(preview.error)}
      />
      {isElsewhere ? null : (
        <>
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
            hint={`A new name creates a project. In an existing project, ${matched}`}
          />
        </>
      )}
      <PreviewArea preview={form.previewed === null ? null : preview} title="Contents of the files">
        {(data) => (
          <div className="flex flex-col gap-3">
            <PreviewSummary preview={data} />
            <ImportConflicts report={data.report} choices={form.choices} onChange={form.setChoices} />
          </div>
        )}
      </PreviewArea>
    </ImportFrame>
  );
}

function importedText({ items, opinions, consensus }: ImportReport): string {
  const also = [
    ...(opinions > 0 ? [countText(opinions, "verdict")] : []),
    ...(consensus > 0 ? [countText(consensus, "consensus label")] : []),
  ];
  return `Imported ${[countText(items, "new item"), ...also].join(", ")}`;
}
