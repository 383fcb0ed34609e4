import { errorDetails, errorText, problemsOf } from "../../data/faults.ts";
import { pickFile, pickFolder } from "../../data/files.ts";
import type { ImportState } from "../../data/import-run.ts";
import { useImport, useImportPreview } from "../../data/projects.ts";
import { useSession } from "../../data/session.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { folderOf } from "../../ui/paths.ts";
import { Progress } from "../../ui/progress.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { countText, numberText } from "../../ui/time-text.ts";
import { notify } from "../../ui/toasts.tsx";
import { useImportForm } from "./import-form.ts";
import { PreviewSummary } from "./preview-summary.tsx";
import { ProblemTable, problemsText } from "./problem-table.tsx";

export interface ImportDialogProps {
  onClose(): void;
  onImported(projectId: number): void;
}

/** Imports a prediction file: where it is, what it holds, and then all of it or nothing. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const { actor } = useSession();
  const form = useImportForm(actor);
  const { state, start, cancel } = useImport();
  const running = state.step === "running";
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
  const close = (): void => {
    cancel();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Import predictions"
      description="A JSON or JSONL file with questions, predicted SQL and gold SQL. All of it comes in, or nothing does."
      width="lg"
      commands={[
        {
          id: "import.start",
          title: "Import",
          keys: ["mod+Enter"],
          enabled: ready && !running,
          run: () => void importNow(),
        },
      ]}
      footer={
        <>
          <Button onClick={running ? cancel : close}>{running ? "Stop; keep nothing" : "Cancel"}</Button>
          <Button
            variant="primary"
            keys="mod+Enter"
            disabled={!ready}
            busy={running}
            onClick={() => void importNow()}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
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
          hint="Looked up as <db_id>.sqlite or <db_id>/<db_id>.sqlite; .db does too."
        />
        <TextField
          label="Project"
          value={form.projectName}
          onChange={form.setProjectName}
          hint="A project of this name gets the items added; a new name makes a new project."
        />
        {preview.data && preview.data.labels > 0 ? (
          <LabelsOf form={form} labels={preview.data.labels} />
        ) : null}
        <div className="min-h-40">
          <PreviewArea preview={preview} asked={form.previewed !== null} />
        </div>
        <ImportProgress state={state} />
      </div>
    </Dialog>
  );
}

function LabelsOf({ form, labels }: { form: ReturnType<typeof useImportForm>; labels: number }) {
  return (
    <div className="flex items-center gap-3">
      <Checkbox checked={form.takeLabels} onChange={form.setTakeLabels}>
        Import {countText(labels, "label")} as verdicts of
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

function PreviewArea({ preview, asked }: { preview: ReturnType<typeof useImportPreview>; asked: boolean }) {
  if (!asked)
    return (
      <p className="rounded-md border px-3 py-2 text-faint">
        What the file holds is told here before anything is imported.
      </p>
    );
  if (preview.isError) return <Failure error={preview.error} />;
  if (preview.data) return <PreviewSummary preview={preview.data} />;
  return <Skeleton className="h-24" />;
}

function ImportProgress({ state }: { state: ImportState }) {
  if (state.step === "failed") return <Failure error={state.error} />;
  if (state.step === "idle") return null;
  const words = state.phase === "read" ? "Reading the file" : "Saving the items";
  return (
    <div role="status">
      <p className="mb-1 text-sm text-muted">
        {words}
        {state.total > 0 ? ` · ${numberText(state.done)} of ${numberText(state.total)}` : "…"}
      </p>
      <Progress label={words} done={state.total > 0 ? state.done : null} total={state.total} />
    </div>
  );
}

/** Problems of the file as a table, one of the whole file as a sentence; anything else as an error with its details. */
function Failure({ error }: { error: unknown }) {
  const problems = problemsOf(error);
  const [only] = problems;
  if (only && problems.length === 1 && only.row === null)
    return (
      <InlineError title={only.reason} details={problemsText(problems)}>
        {only.fix}
      </InlineError>
    );
  if (problems.length > 0) return <ProblemTable problems={problems} />;
  return (
    <InlineError title={errorText(error)} details={errorDetails(error)}>
      Nothing was imported. Check the path of the file and the folder, then try again.
    </InlineError>
  );
}
