import type { Task } from "../domain/task.ts";
import type { SourcedTask, TaskForm } from "../domain/task-revision.ts";
import { birdInteract } from "./bird-interact.ts";
import { liveSqlBench } from "./livesqlbench.ts";
import type { Loss, TaskFormat } from "./task-format.ts";

/** Every form that tasks can be written in. */
export const taskFormats: Readonly<Record<TaskForm, TaskFormat>> = {
  "bird-interact": birdInteract,
  livesqlbench: liveSqlBench,
};

/** What a form would not carry of a task, to be said before an export (rule T14). */
export function lossesOf(task: Task, form: TaskForm): Loss[] {
  return taskFormats[form].losses(task);
}

/** The tasks as JSONL, one a line, each with a line feed. What was not edited is written as it was read (rule T2). */
export function writeTaskFile(tasks: readonly SourcedTask[], form: TaskForm): string {
  return tasks.map((task) => `${taskFormats[form].write(task)}\n`).join("");
}
