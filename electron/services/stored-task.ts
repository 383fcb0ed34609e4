import type { ReadHandle } from "../store/handles.ts";
import { type StoredTask, taskById } from "../store/tasks.ts";
import { unknownTask } from "./unknown-task.ts";

/** A task as it stands. Throws the fault NOT_FOUND. */
export function storedTask(db: ReadHandle, taskId: number): StoredTask {
  const stored = taskById(db, taskId);
  if (stored === null) throw unknownTask(taskId);
  return stored;
}
