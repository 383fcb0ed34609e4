import { noClarification } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";

/** A task as the workspace keeps it; what older versions did not store of its ambiguities is empty. */
export function taskFromText(text: string): Task {
  const task = JSON.parse(text) as Task;
  return { ...task, ambiguities: task.ambiguities.map((one) => ({ ...noClarification, ...one })) };
}
