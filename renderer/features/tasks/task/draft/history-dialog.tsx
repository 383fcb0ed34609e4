import { RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import type { Task } from "#shared/domain/task.ts";
import { editBetween } from "#shared/domain/task-edit.ts";
import { errorText } from "../../../../data/faults.ts";
import { useTaskHistory, useTaskRevision } from "../../../../data/task-history.ts";
import { PartDiffView } from "../../../../results/task/part-diff-view.tsx";
import { partDiffs } from "../../../../results/task/part-diffs.ts";
import { titleOf } from "../../../../results/task/task-part-words.ts";
import { Button } from "../../../../ui/button.tsx";
import { classes } from "../../../../ui/classes.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { TimeAgo } from "../../../../ui/time-ago.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { type HistoryEntry, historyEntries } from "./history-entries.ts";

/** Every change of a task: who, when, what, as texts to compare; any revision can be restored. */
export function HistoryDialog() {
  const { taskId, task, isOpen, set, edit } = useTaskEditor((state) => ({
    ...{
      taskId: state.taskId,
      task: state.task,
      isOpen: state.isHistoryOpen,
      set: state.set,
      edit: state.edit,
    },
  }));
  const close = () => set({ isHistoryOpen: false });
  // An edit like any other, so that it can be undone.
  const restore = (wanted: Task) => {
    close();
    edit(editBetween(task, wanted));
  };
  return (
    <Dialog open={isOpen} onClose={close} title="History of the task" width="lg">
      {isOpen && <History taskId={taskId} onRestore={restore} />}
    </Dialog>
  );
}

interface HistoryProps {
  taskId: number;
  /** Makes the task what it was. */
  onRestore(task: Task): void;
}

type ChangeEntry = Extract<HistoryEntry, { kind: "change" }>;

function History({ taskId, onRestore }: HistoryProps) {
  const { data, error } = useTaskHistory(taskId, true);
  const [chosen, setChosen] = useState<number | null>(null);
  const entries = useMemo(() => (data ? historyEntries(data.changes, data.states) : []), [data]);
  if (error !== null)
    return <InlineError title="The history could not be read.">{errorText(error)}</InlineError>;
  if (data === undefined) return <SkeletonLines lines={6} />;
  const newest = data.changes[0]?.revision ?? 0;
  const changes = entries.filter((entry) => entry.kind === "change");
  const shown = changes.find(({ to }) => to === chosen) ?? changes[0];
  return (
    <div className="grid h-[60vh] grid-cols-[15rem_1fr] gap-4">
      <ol aria-label="Changes" className="flex min-h-0 flex-col gap-0.5 overflow-auto">
        {entries.map((entry) => (
          <li key={entry.kind === "state" ? entry.key : entry.to}>
            <EntryLine entry={entry} isShown={entry === shown} onShow={setChosen} />
          </li>
        ))}
      </ol>
      {shown !== undefined && (
        <Change
          key={shown.to}
          taskId={taskId}
          entry={shown}
          isNewest={shown.to === newest}
          onRestore={onRestore}
        />
      )}
    </div>
  );
}

const actionWords: Record<ChangeEntry["action"], string> = {
  import: "imported it",
  save: "edited",
  undo: "undid an edit",
  redo: "redid an edit",
};

interface EntryLineProps {
  entry: HistoryEntry;
  isShown: boolean;
  onShow(revision: number): void;
}

function EntryLine({ entry, isShown, onShow }: EntryLineProps) {
  const who = (
    <span className="flex justify-between gap-2 text-sm text-muted">
      <span className="truncate">{entry.by}</span>
      <TimeAgo at={entry.at} />
    </span>
  );
  if (entry.kind === "state")
    return (
      <div className="px-2 py-1">
        {who}
        {entry.words}
      </div>
    );
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={() => onShow(entry.to)}
      className={classes("w-full rounded-md px-2 py-1 text-left", isShown ? "bg-selected" : "hover:bg-hover")}
    >
      {who}
      <span className="block">{entryWords(entry)}</span>
    </button>
  );
}

/** "edited gold SQL, tests": at most three parts are named. */
function entryWords({ action, parts }: ChangeEntry): string {
  if (action !== "save" || parts.length === 0) return actionWords[action];
  const named = parts.slice(0, 3).map((part) => titleOf(part).toLowerCase().replace("sql", "SQL"));
  const more = parts.length > 3 ? ` and ${parts.length - 3} more` : "";
  return `${actionWords[action]} ${named.join(", ")}${more}`;
}

interface ChangeProps {
  taskId: number;
  entry: ChangeEntry;
  isNewest: boolean;
  onRestore(task: Task): void;
}

function Change({ taskId, entry, isNewest, onRestore }: ChangeProps) {
  const before = useTaskRevision(taskId, entry.from - 1);
  const after = useTaskRevision(taskId, entry.to);
  const task = after.data?.task;
  const old = before.data?.task;
  const diffs = useMemo(() => (old && task ? partDiffs(old, task) : []), [old, task]);
  const error = before.error ?? after.error;
  if (error !== null)
    return <InlineError title="This revision could not be read.">{errorText(error)}</InlineError>;
  if (task === undefined || (entry.from > 1 && old === undefined)) return <SkeletonLines lines={6} />;
  return (
    <section aria-label="The change" className="flex min-h-0 min-w-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm text-muted">
          {entry.from === entry.to ? `Revision ${entry.to}` : `Revisions ${entry.from} to ${entry.to}`}
        </span>
        <Button size="sm" icon={RotateCcw} disabled={isNewest} onClick={() => onRestore(task)}>
          Restore
        </Button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto">
        {diffs.map((diff) => (
          <PartDiffView key={diff.title} diff={diff} />
        ))}
        {diffs.length === 0 && (
          <p className="text-muted">
            {entry.from === 1
              ? "The first revision: there is nothing to compare it with."
              : "It has no changes."}
          </p>
        )}
      </div>
    </section>
  );
}
