import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useLayoutEffect, useMemo } from "react";
import type { SavedTaskRevision, TaskDetails } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { TaskConflict } from "#shared/domain/task-merge.ts";
import type { UndoDirection } from "../ui/undo.ts";
import { useConnectionState } from "./client.ts";
import { useShownDraft } from "./drafts.ts";
import { useFlushOnLeave } from "./flush-on-leave.ts";
import { keys } from "./keys.ts";
import { type OwnOfPerson, useOwnOfPerson } from "./own-of-person.ts";
import { progressOf, TaskDrafts } from "./task-drafts.ts";

/** How a task on screen is saved: "unsaved" is typed a moment ago or did not get through, "conflict" waits for its author. */
export type TaskSaveState = "saved" | "saving" | "unsaved" | "conflict" | "offline";

/** A task as it is edited in this window. */
export interface EditableTask {
  /** The task with every edit up to now. */
  task: Task;
  /** What the back end says of it, with the edited task in it. */
  view: TaskDetails;
  saveState: TaskSaveState;
  /** Edits what is on screen at once; an edit that does not fit the task changes nothing. */
  edit(edit: TaskEdit): void;
  /** Takes the last action back, or does it again; answers the task before and after, null where there was nothing. */
  undo(direction: UndoDirection): { before: Task; after: Task } | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Where somebody else changed the same, and how the author settles it, one choice for each; empty where all is well. */
  conflicts: readonly TaskConflict[];
  resolve(choices: readonly ("mine" | "theirs")[]): void;
  /** Saves at once what waits for a pause; resolves when it is saved, has failed, or waits for conflicts. */
  flush(): Promise<void>;
}

const draftsOf: OwnOfPerson<TaskDrafts> = new WeakMap();

function useTaskDrafts(): TaskDrafts {
  const queries = useQueryClient();
  return useOwnOfPerson(draftsOf, (client, mirror) => {
    const onSaved = (revision: SavedTaskRevision) => showInView(queries, revision);
    const drafts = new TaskDrafts({ client, mirror, onSaved });
    drafts.takeUp();
    return drafts;
  });
}

/** Saves every task that is edited in this window and waits for it. */
export function useFlushTasks(): () => Promise<void> {
  const drafts = useTaskDrafts();
  return useCallback(() => drafts.flush(), [drafts]);
}

/** Puts a saved revision into the cached task, before the back end reports it: findings and runs are of an older one now. */
function showInView(queries: QueryClient, saved: SavedTaskRevision): void {
  const { taskId, task, revision, savedBy, savedAt, status } = saved;
  queries.setQueryData<TaskDetails>(keys.task(taskId), (view) => {
    if (view === undefined || view.revision.revision >= revision) return view;
    const older = <Stored extends object>(stored: Stored) => ({ ...stored, isCurrent: false });
    return {
      ...view,
      task,
      status,
      revision: { revision, savedBy, savedAt },
      findings: view.findings.map(older),
      lastRuns: view.lastRuns.map(older),
    };
  });
}

/** The task of a view, editable: edits show at once, are saved after a pause, and are merged with what others save. */
export function useTaskDraft(view: TaskDetails): EditableTask {
  const draft = useTaskDrafts().of(view.taskId);
  const connection = useConnectionState();
  const { state, sending } = useShownDraft(draft);
  const { revision, savedAt } = view.revision;
  useLayoutEffect(
    () => draft.open({ revision, savedAt, task: view.task }),
    [draft, revision, savedAt, view.task],
  );
  const flush = useCallback(() => draft.flush(), [draft]);
  useFlushOnLeave(flush);
  const task = state?.value ?? view.task;
  const edited = useMemo(() => ({ ...view, task }), [view, task]);
  return {
    task,
    view: edited,
    saveState: saveStateOf(progressOf(state, sending), connection === "connected"),
    edit: useCallback((edit: TaskEdit) => draft.edit(edit), [draft]),
    undo: useCallback((direction: UndoDirection) => draft.undo(direction), [draft]),
    canUndo: (state?.past.length ?? 0) > 0,
    canRedo: (state?.future.length ?? 0) > 0,
    conflicts: state?.conflicts ?? [],
    resolve: useCallback((choices: readonly ("mine" | "theirs")[]) => draft.resolve(choices), [draft]),
    flush,
  };
}

function saveStateOf(progress: ReturnType<typeof progressOf>, isConnected: boolean): TaskSaveState {
  if (progress === "saved" || progress === "conflict") return progress;
  if (!isConnected) return "offline";
  return progress === "saving" ? "saving" : "unsaved";
}
