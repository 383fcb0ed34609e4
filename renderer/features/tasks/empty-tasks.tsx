import { FileDown, Plus, Puzzle } from "lucide-react";
import { useState } from "react";
import type { TaskSample } from "#shared/contract/task-import.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { useIfMay, useMay } from "../../data/members.ts";
import { useTaskImport, useTaskSample } from "../../data/task-imports.ts";
import { Button } from "../../ui/button.tsx";
import { useCommands } from "../../ui/commands.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { NewTaskDialog } from "./new/new-task-dialog.tsx";

interface EmptyTasksProps {
  projectId: number;
  onImport(): void;
  /** The sample is there, as the project of this id. */
  onSample(projectId: number): void;
  /** The project has its first task. */
  onTask(taskId: number): void;
}

/** What a project without tasks shows: what tasks are here, the first steps, and the sample. */
export function EmptyTasks({ projectId, onImport, onSample, onTask }: EmptyTasksProps) {
  const [isNew, setNew] = useState(false);
  useCommands("All tasks", [{ id: "tasks.new", title: "New task…", keys: ["t n"], run: () => setNew(true) }]);
  const ifMay = useIfMay(projectId);
  const askFiles = ifMay("tasks", "import", onImport);
  const { data: sample } = useTaskSample(useMay()("tasks", "sample", projectId));
  const { state, start } = useTaskImport();
  const openSample = async ({ title, files, databasesDir }: TaskSample): Promise<void> => {
    const source = { files, databasesDir, projectName: title };
    const done = await start(source, { skipUnreadable: false, existing: "keep" });
    if (done !== null) onSample(done.project.id);
  };
  return (
    <EmptyState
      icon={Puzzle}
      title="Find out which tasks run and what is wrong with the others"
      actions={
        <>
          {askFiles !== null && (
            <Button variant="primary" icon={FileDown} keys="mod+shift+o" onClick={askFiles}>
              Import tasks…
            </Button>
          )}
          <Button icon={Plus} keys="t n" onClick={() => setNew(true)}>
            New task…
          </Button>
          {sample ? (
            <Button
              busy={state.step === "running"}
              title={sample.description}
              onClick={() => void openSample(sample)}
            >
              Open the sample: {sample.title}
            </Button>
          ) : null}
        </>
      }
    >
      {isNew && <NewTaskDialog projectId={projectId} onClose={() => setNew(false)} onCreated={onTask} />}
      {askFiles === null ? "A lead of the project imports tasks. You can write new ones." : <FirstSteps />}
      {state.step === "failed" ? (
        <InlineError
          className="mt-3 text-left"
          title={errorText(state.error)}
          details={errorDetails(state.error)}
        />
      ) : null}
    </EmptyState>
  );
}

function FirstSteps() {
  return (
    <ol className="mt-3 list-outside list-decimal space-y-1 pl-5 text-left">
      <li>Import BIRD-Interact or LiveSQLBench tasks (JSONL), with their knowledge where you have it.</li>
      <li>Choose the folder of their databases: &lt;db&gt;.sql, a folder of dumps, or &lt;db&gt;.sqlite.</li>
      <li>Lint and check them all: findings say what is wrong, where, and what to do.</li>
      <li>Run the gold against its tests, then evaluate the predictions of a system.</li>
    </ol>
  );
}
