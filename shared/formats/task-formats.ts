import type { Task } from "../domain/task.ts";
import type { SourcedTask, TaskFormat } from "../domain/task-revision.ts";
import { birdInteract } from "./bird-interact.ts";
import { liveSqlBench } from "./livesqlbench.ts";
import type { Loss, TaskFormatSpec } from "./task-format-spec.ts";

/** Every format that tasks can be written in. */
export const taskFormats: Readonly<Record<TaskFormat, TaskFormatSpec>> = {
  "bird-interact": birdInteract,
  livesqlbench: liveSqlBench,
};

/** What a format would not carry of a task, to be said before an export (rule T14). */
export function lossesOf(task: Task, format: TaskFormat): Loss[] {
  return taskFormats[format].losses(task);
}

/** The tasks as JSONL, one a line, each with a line feed. What was not edited is written as it was read (rule T2). */
export function writeTaskFile(tasks: readonly SourcedTask[], format: TaskFormat): string {
  return tasks.map((task) => `${taskFormats[format].write(task)}\n`).join("");
}
