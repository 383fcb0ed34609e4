import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import type { TaskForm } from "#shared/domain/task-revision.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import {
  type TaskExportRequest,
  useTaskExportPreview,
  useTaskExportText,
  useTaskExportToFile,
} from "../../../data/task-exports.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { RadioList } from "../../../ui/radio-list.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { countText } from "../../../ui/time-text.ts";
import { type Destination, ExportDestination } from "../export-destination.tsx";
import { fileStem } from "../file-stem.ts";
import { useExport } from "../use-export.ts";

const forms: readonly { value: TaskForm; title: string; detail: string }[] = [
  {
    value: "bird-interact",
    title: "BIRD-Interact (JSONL)",
    detail:
      "Each task whole: both questions, ambiguities, gold, tests, follow-up; what was not edited stays as it came.",
  },
  {
    value: "livesqlbench",
    title: "LiveSQLBench (JSONL)",
    detail: "The clear task alone: question, gold, tests, conditions.",
  },
];

/** Exports a project's tasks: the form, what it cannot hold, and where the file goes. */
export function ExportTasksDialog({ project, onClose }: { project: Project; onClose(): void }) {
  const [format, setFormat] = useState<TaskForm>("bird-interact");
  const [destination, setDestination] = useState<Destination>({ to: "window" });
  const request: TaskExportRequest = { projectId: project.id, format };
  const preview = useTaskExportPreview(request);
  const toFile = useTaskExportToFile();
  const toText = useTaskExportText();
  const { busy, error, start } = useExport(onClose);
  const failure = error ?? preview.error;
  const ready = destination.to === "window" || destination.path.trim() !== "";
  const run = (): void =>
    start(
      {
        toText: () => toText.mutateAsync(request),
        toFile: async (path) => {
          const written = await toFile.mutateAsync({ ...request, path });
          return { path: written.path, what: countText(written.tasks, "task") };
        },
      },
      destination,
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export tasks"
      description={project.name}
      width="lg"
      commands={[{ id: "export.start", title: "Export", keys: ["mod+Enter"], enabled: ready && !busy, run }]}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" keys="mod+Enter" disabled={!ready} busy={busy} onClick={run}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioList<TaskForm> label="Form" value={format} onChange={setFormat} options={forms} />
        <Losses preview={preview.data ?? null} />
        <ExportDestination
          destination={destination}
          onChange={setDestination}
          fileName={`${fileStem(project.name)}.jsonl`}
        />
        {failure ? <InlineError title={errorText(failure)} details={errorDetails(failure)} /> : null}
      </div>
    </Dialog>
  );
}

type Preview = NonNullable<ReturnType<typeof useTaskExportPreview>["data"]>;

/** What a loss of each kind means, in front of what is lost. */
const lossWords: Record<Preview["losses"][number]["kind"], string> = {
  lost: "Cannot be held",
  ignored: "Written, but no evaluator reads it",
  missing: "Expected by the form, and not there",
};

/** What goes out and what the form cannot hold, said before it is lost. */
function Losses({ preview }: { preview: Preview | null }) {
  if (preview === null) return <Skeleton className="h-16" />;
  const { tasks, losses } = preview;
  return (
    <section aria-label="What goes out" className="rounded-md border px-3 py-2">
      <p>
        {countText(tasks, "task")} {tasks === 1 ? "goes" : "go"} out.
      </p>
      {losses.length === 0 ? (
        <p className="mt-1 flex items-center gap-1.5">
          <CircleCheck size={14} className="text-added" aria-hidden />
          Nothing is lost.
        </p>
      ) : (
        <ul className="mt-1">
          {losses.map(({ kind, what, tasks: affected }) => (
            <li key={`${kind} ${what}`} className="flex items-start gap-1.5">
              <TriangleAlert size={14} className="mt-0.75 shrink-0 text-warning" aria-hidden />
              <span>
                {lossWords[kind]}: {what} <span className="text-muted">· {countText(affected, "task")}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
