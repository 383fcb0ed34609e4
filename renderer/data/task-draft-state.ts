import type { Task } from "#shared/domain/task.ts";
import { applyEdit, type TaskEdit } from "#shared/domain/task-edit.ts";
import { isSame, mergeTasks, type TaskConflict, takeTheirs } from "#shared/domain/task-merge.ts";
import type { UndoDirection } from "../ui/undo.ts";
import {
  type DraftState,
  editedDraft,
  isInConflict,
  type MergePolicy,
  movedDraft,
  type SavedRevision,
} from "./drafts.ts";

/** One action of the author, as undo takes it back: the task before it and after it. */
interface Action {
  before: Task;
  after: Task;
  /** Milliseconds since 1970 of its last key stroke. */
  at: number;
  /** The text that it types in; null for an action that no other one goes on. */
  typesIn: string | null;
}

/** A task in this window: what the back end has of it, what is on screen, and the way back. */
export interface TaskDraftState extends DraftState<Task, TaskConflict> {
  past: readonly Action[];
  future: readonly Action[];
}

/** Two edits of one task are merged; what both changed is asked of the author. */
export const mergeBoth: MergePolicy<Task, TaskConflict> = {
  isSame,
  merge: (base, mine, theirs) => {
    const { task, conflicts } = mergeTasks(base, mine, theirs);
    return { value: task, conflicts };
  },
};

/** How long a pause in typing, in milliseconds, makes what follows an action of its own. */
const pauseMs = 1000;

/** Actions that can be taken back; the oldest are forgotten. */
const rememberedActions = 500;

/** A task as it was opened; with words that an earlier window could not save, as those left it. */
export function openedTask(saved: SavedRevision<Task>, left: Task | null): TaskDraftState {
  const { value, revision } = saved;
  const state = { saved, value, baseRevision: revision, conflicts: [], past: [], future: [] };
  return left === null ? state : changed(state, left, 0, null);
}

/** The state after an edit; the same state where the edit changes nothing or does not fit, and while conflicts wait. */
export function editedTask(state: TaskDraftState, edit: TaskEdit, now: number): TaskDraftState {
  if (isInConflict(state)) return state;
  const done = applyEdit(state.value, edit);
  if (done === null || isSame(done, state.value)) return state;
  return changed(state, done, now, textOf(edit));
}

/** The state in which what is typed next is an action of its own, however soon it comes. */
export function withActionEnded(state: TaskDraftState): TaskDraftState {
  const last = state.past.at(-1);
  if (last === undefined || last.typesIn === null) return state;
  return { ...state, past: [...state.past.slice(0, -1), { ...last, typesIn: null }] };
}

/** Takes the last action back, or does again what was taken back last. What others changed since stays. */
export function turned(state: TaskDraftState, direction: UndoDirection): TaskDraftState {
  const { past, future } = state;
  const isUndo = direction === "undo";
  const action = (isUndo ? past : future).at(-1);
  if (action === undefined || isInConflict(state)) return state;
  const { before, after } = action;
  return isUndo
    ? {
        ...state,
        value: replaced(state, after, before),
        past: past.slice(0, -1),
        future: [...future, action],
      }
    : {
        ...state,
        value: replaced(state, before, after),
        past: [...past, { ...action, typesIn: null }],
        future: future.slice(0, -1),
      };
}

/** The state once the back end has `sent` as a revision. A retry is answered with what its first try saved, which may be older. */
export function acknowledgedTask(
  state: TaskDraftState,
  sent: Task,
  answer: SavedRevision<Task>,
): TaskDraftState {
  const value = isSame(answer.value, sent) ? sent : answer.value;
  const saved = { ...answer, value };
  // What was typed back meanwhile to what was saved before is a change of what is saved now.
  return editedDraft(mergeBoth, { ...state, saved, baseRevision: answer.revision }, state.value);
}

/** Settles every conflict: `choices` says for each whose side is taken. */
export function settled(state: TaskDraftState, choices: readonly ("mine" | "theirs")[]): TaskDraftState {
  const given = state.conflicts.filter((_, at) => choices[at] === "theirs");
  // A removal moves what is behind it: removals come last, the hindmost first.
  const isRemoval = ({ theirs }: TaskConflict) => theirs === undefined;
  const position = ({ path }: TaskConflict) => Number(path.at(-1));
  const order = [
    ...given.filter((conflict) => !isRemoval(conflict)),
    ...given.filter(isRemoval).sort((a, b) => position(b) - position(a)),
  ];
  const value = order.reduce(takeTheirs, state.value);
  return movedDraft(mergeBoth, { ...state, value }, state.saved);
}

function changed(state: TaskDraftState, after: Task, now: number, typesIn: string | null): TaskDraftState {
  const last = state.past.at(-1);
  const goesOn =
    last !== undefined && typesIn !== null && last.typesIn === typesIn && now - last.at < pauseMs;
  const action = { before: goesOn ? last.before : state.value, after, at: now, typesIn };
  const past = [...(goesOn ? state.past.slice(0, -1) : state.past), action].slice(-rememberedActions);
  return { ...editedDraft(mergeBoth, state, after), past, future: [] };
}

/** The task on screen with the way from one task to another gone; where somebody else changed the same since, theirs is taken. */
function replaced({ value: task, saved }: TaskDraftState, from: Task, to: Task): Task {
  if (task === from) return to;
  const merged = mergeTasks(from, task, to).task;
  return isSame(merged, saved.value) ? saved.value : merged;
}

/** Which text an edit types in: key strokes in one text are one action until there is a pause. */
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
