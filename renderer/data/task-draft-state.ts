import type { Task } from "#shared/domain/task.ts";
import { applyEdit, type TaskEdit } from "#shared/domain/task-edit.ts";
import { isSame, mergeTasks, type TaskConflict, takeTheirs } from "#shared/domain/task-merge.ts";

/** A revision of a task that the back end has. */
export interface SavedTask {
  revision: number;
  task: Task;
}

/** One deed of the author, as undo takes it back: the task before it and after it. */
interface Deed {
  before: Task;
  after: Task;
  /** Milliseconds since 1970 of its last key stroke. */
  at: number;
  /** The text that it types in; null for a deed that no other one goes on. */
  typesIn: string | null;
}

/** A task in this window: what the back end has of it, what is on screen, and the way back. */
export interface TaskDraftState {
  saved: SavedTask;
  task: Task;
  past: readonly Deed[];
  future: readonly Deed[];
  /** Where somebody else's revision and what is on screen differ: what is on screen stands until each is settled. */
  conflicts: readonly TaskConflict[];
}

/** How long a pause in typing, in milliseconds, makes what follows a deed of its own. */
const pauseMs = 1000;

/** Deeds that can be taken back; the oldest are forgotten. */
const deedsKept = 500;

/** A task as it was opened; with words that an earlier window could not save, as those left it. */
export function openedTask(saved: SavedTask, left: Task | null): TaskDraftState {
  const state = { saved, task: saved.task, past: [], future: [], conflicts: [] };
  return left === null ? state : changed(state, left, 0, null);
}

/** Whether something is on screen that the back end does not have. */
export const isUnsaved = ({ task, saved }: TaskDraftState): boolean => task !== saved.task;

/** The state after an edit; the same state where the edit changes nothing or does not fit, and while conflicts wait. */
export function editedTask(state: TaskDraftState, edit: TaskEdit, now: number): TaskDraftState {
  if (state.conflicts.length > 0) return state;
  const done = applyEdit(state.task, edit);
  if (done === null || isSame(done, state.task)) return state;
  return changed(state, done, now, textOf(edit));
}

/** The state in which what is typed next is a deed of its own, however soon it comes. */
export function withDeedEnded(state: TaskDraftState): TaskDraftState {
  const last = state.past.at(-1);
  if (last === undefined || last.typesIn === null) return state;
  return { ...state, past: [...state.past.slice(0, -1), { ...last, typesIn: null }] };
}

/** Takes the last deed back. What others changed since stays. */
export function undone(state: TaskDraftState): TaskDraftState {
  const deed = state.past.at(-1);
  if (deed === undefined || state.conflicts.length > 0) return state;
  return {
    ...state,
    task: turned(state, deed.after, deed.before),
    past: state.past.slice(0, -1),
    future: [...state.future, deed],
  };
}

/** Does again what was taken back last. */
export function redone(state: TaskDraftState): TaskDraftState {
  const deed = state.future.at(-1);
  if (deed === undefined || state.conflicts.length > 0) return state;
  return {
    ...state,
    task: turned(state, deed.before, deed.after),
    past: [...state.past, { ...deed, typesIn: null }],
    future: state.future.slice(0, -1),
  };
}

/** The state once the back end has `sent` as a revision. A retry is answered with what its first try saved, which may be older. */
export function acknowledged(state: TaskDraftState, sent: Task, answer: SavedTask): TaskDraftState {
  const { revision } = answer;
  const task = isSame(answer.task, sent) ? sent : answer.task;
  return { ...state, saved: { revision, task } };
}

/** What is on screen on top of somebody else's revision: merged, with the places where both changed the same. */
export function rebasedTask(state: TaskDraftState, theirs: SavedTask): TaskDraftState {
  const { task, conflicts } = mergeTasks(state.saved.task, state.task, theirs.task);
  return { ...state, saved: theirs, task: isSame(task, theirs.task) ? theirs.task : task, conflicts };
}

/** Settles every conflict: `choices` says for each whose side stands. */
export function settled(state: TaskDraftState, choices: readonly ("mine" | "theirs")[]): TaskDraftState {
  const given = state.conflicts.filter((_, at) => choices[at] === "theirs");
  // A removal moves what stands behind it: removals come last, the hindmost first.
  const isRemoval = ({ theirs }: TaskConflict) => theirs === undefined;
  const place = ({ path }: TaskConflict) => Number(path.at(-1));
  const order = [
    ...given.filter((conflict) => !isRemoval(conflict)),
    ...given.filter(isRemoval).sort((a, b) => place(b) - place(a)),
  ];
  const task = order.reduce(takeTheirs, state.task);
  const settledTask = isSame(task, state.saved.task) ? state.saved.task : task;
  return { ...state, task: settledTask, conflicts: [] };
}

function changed(state: TaskDraftState, after: Task, now: number, typesIn: string | null): TaskDraftState {
  const last = state.past.at(-1);
  const goesOn =
    last !== undefined && typesIn !== null && last.typesIn === typesIn && now - last.at < pauseMs;
  const deed = { before: goesOn ? last.before : state.task, after, at: now, typesIn };
  const past = [...(goesOn ? state.past.slice(0, -1) : state.past), deed].slice(-deedsKept);
  return { ...state, task: after, past, future: [] };
}

/** The task on screen with the way from one task to another gone; where somebody else changed the same since, theirs stands. */
function turned({ task, saved }: TaskDraftState, from: Task, to: Task): Task {
  if (task === from) return to;
  const merged = mergeTasks(from, task, to).task;
  return isSame(merged, saved.task) ? saved.task : merged;
}

/** Which text an edit types in: key strokes in one text are one deed until there is a pause. */
function textOf([step, ...more]: TaskEdit): string | null {
  if (step === undefined || more.length > 0) return null;
  switch (step.kind) {
    case "set-fields":
    case "set-follow-up-fields":
      return `${step.kind} ${Object.keys(step.fields).join()}`;
    case "change-ambiguity":
      return `${step.kind} ${step.index}`;
    case "change-test":
      return `${step.kind} ${step.phase} ${step.index}`;
    default:
      return null;
  }
}
