import type { Task } from "../domain/task.ts";
import type { SourcedTask, TaskFormat } from "../domain/task-revision.ts";
import { birdInteract } from "./bird-interact.ts";
import { clarificationField } from "./bird-interact-fields.ts";
import { liveSqlBench } from "./livesqlbench.ts";
import { type Loss, type TaskFormatSpec, withoutFields } from "./task-format-spec.ts";

/** Every format that tasks can be written in. */
export const taskFormats: Readonly<Record<TaskFormat, TaskFormatSpec>> = {
  "bird-interact": birdInteract,
  livesqlbench: liveSqlBench,
};

/** What a format would not carry of a task, to be said before an export (rule T14). */
export function lossesOf(task: Task, format: TaskFormat): Loss[] {
  return taskFormats[format].losses(task);
}

/**
 * The tasks as JSONL, one a line, each with a line feed. What was not edited is written as it was read (rule T2). Words and
 * readings of ambiguities go along unless they are asked to stay (rule A14).
 */
export function writeTaskFile(
  tasks: readonly SourcedTask[],
  format: TaskFormat,
  { withReadings = true }: { withReadings?: boolean | undefined } = {},
): string {
  const { write } = taskFormats[format];
  return tasks
    .map((task) => `${withReadings ? write(task) : withoutFields(write(task), [clarificationField])}\n`)
    .join("");
}
