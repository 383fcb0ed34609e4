import { noClarification } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";
import { type JsonText, parsed } from "./tables/column-types.ts";

/** A task as the workspace keeps it; what older versions did not store of its ambiguities is empty. */
export function taskFromText(text: JsonText<Task>): Task {
  const task = parsed(text);
  return { ...task, ambiguities: task.ambiguities.map((one) => ({ ...noClarification, ...one })) };
}
