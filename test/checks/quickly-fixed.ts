import type { Finding } from "#shared/domain/finding.ts";
import type { Task } from "#shared/domain/task.ts";
import { applyEdit } from "#shared/domain/task-edit.ts";

/** The task after the quick fix of a finding; throws where it offers none, or one that does not fit. */
export function quicklyFixed(task: Task, finding: Finding | undefined): Task {
  const edited = applyEdit(task, finding?.fix?.edit ?? []);
  if (finding?.fix?.edit === undefined || edited === null)
    throw new Error(`${finding?.rule} offers no quick fix`);
  return edited;
}
