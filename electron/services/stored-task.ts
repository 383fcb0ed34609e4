import { type StoredTask, taskById } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { unknownTask } from "./unknown-task.ts";

/** A task as it stands. Throws the fault NOT_FOUND. */
export function storedTask(workspace: Workspace, taskId: number): StoredTask {
  const stored = workspace.read((db) => taskById(db, taskId));
  if (stored === null) throw unknownTask(taskId);
  return stored;
}
