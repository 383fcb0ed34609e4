import type { z } from "zod";
import { Task } from "./task.ts";
import { isSame } from "./task-merge.ts";

/** A part of a task that an edit changes: one of its fields. */
export const TaskPart = Task.keyof();
export type TaskPart = z.infer<typeof TaskPart>;

/** The parts in which two tasks differ, in the order of the task's fields. */
export function changedParts(before: Task, after: Task): TaskPart[] {
  return TaskPart.options.filter((part) => !isSame(before[part], after[part]));
}
