import type { Task } from "#shared/domain/task.ts";
import type { UndoDirection } from "../../../../ui/undo.ts";
import type { LetPassStep, TaskEditorState, TaskEditorStore } from "./task-editor-state.ts";

/** Takes back what was let pass last, or does it again, where no edit of the task comes before it; null where there is nothing. Answers what it was. */
export function undoneLetPass(
  get: TaskEditorStore["getState"],
  direction: UndoDirection,
): Promise<string> | null {
  const { letPass, task, set } = get();
  const isUndo = direction === "undo";
  const step = (isUndo ? letPass.done : letPass.undone).at(-1);
  if (step === undefined || !isSame(step.task, task)) return null;
  set({
    letPass: isUndo
      ? { done: letPass.done.slice(0, -1), undone: [...letPass.undone, step] }
      : { done: [...letPass.done, step], undone: letPass.undone.slice(0, -1) },
  });
  return (isUndo ? step.back() : step.again()).then(() => step.title);
}

/** Whether there is something to take back, or to do again: an edit, or something that was let pass. */
export function canTakeBack({ draft, letPass, task }: Pick<TaskEditorState, "draft" | "letPass" | "task">) {
  const isNext = (steps: readonly LetPassStep[]) => steps.some((step) => isSame(step.task, task));
  return {
    canUndo: draft.canUndo || isNext(letPass.done.slice(-1)),
    canRedo: draft.canRedo || isNext(letPass.undone.slice(-1)),
  };
}

const isSame = (one: Task, other: Task): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
