import type { StoredTaskRun } from "#shared/contract/tasks.ts";
import type { TaskRun } from "#shared/domain/task-run.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Saves a run of a task's gold; the earlier one under the same profile is replaced. */
export function putTaskRun(
  db: WriteHandle,
  { taskId, revision, at }: { taskId: number; revision: number; at: string },
  run: TaskRun,
): void {
  const phases = run.phases.map(({ phase, passed, passedFixed }) => ({ phase, passed, passedFixed }));
  db.sql(
    `INSERT OR REPLACE INTO task_run (task_id, profile, engine, revision, at, phases, passed, differs, run)
     VALUES (@taskId, @profile, @engine, @revision, @at, @phases, @passed, @differs, @run)`,
  ).run({
    taskId,
    revision,
    at,
    profile: run.profile,
    engine: run.engine,
    phases: JSON.stringify(phases),
    passed: Number(phases.length > 0 && phases.every(({ passed }) => passed)),
    differs: Number(phases.some(({ passed, passedFixed }) => passed !== passedFixed)),
    run: JSON.stringify(run),
  });
}

/** The newest run of a task's gold under each profile, the newest first. */
export function runsOfTask(db: ReadHandle, taskId: number): StoredTaskRun[] {
  const rows = db
    .sql(
      `SELECT r.run, r.at, r.revision = task.revision AND r.stale = 0 AS isCurrent
       FROM task_run r JOIN task ON task.id = r.task_id WHERE r.task_id = ? ORDER BY r.at DESC, r.rowid DESC`,
    )
    .all(taskId) as { run: string; at: string; isCurrent: number }[];
  return rows.map(({ run, at, isCurrent }) => ({
    run: JSON.parse(run) as TaskRun,
    at,
    isCurrent: isCurrent === 1,
  }));
}
