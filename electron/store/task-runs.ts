import type { StoredTaskRun } from "#shared/contract/tasks.ts";
import type { TaskRun } from "#shared/domain/task-run.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { asFlag, query } from "./query.ts";
import { flagOf, jsonText, parsed } from "./tables/column-types.ts";

/** Saves a run of a task's gold; the earlier one under the same profile is replaced. */
export async function putTaskRun(
  db: WriteHandle,
  { taskId, revision, at }: { taskId: number; revision: number; at: string },
  run: TaskRun,
): Promise<void> {
  const phases = run.phases.map(({ phase, passed, passedFixed }) => ({ phase, passed, passedFixed }));
  const stored = {
    engine: run.engine,
    revision,
    at,
    phases: jsonText(phases),
    passed: flagOf(phases.length > 0 && phases.every(({ passed }) => passed)),
    differs: flagOf(phases.some(({ passed, passedFixed }) => passed !== passedFixed)),
    run: jsonText(run),
    stale: 0,
  };
  await db.run(
    query
      .insertInto("task_run")
      .values({ task_id: taskId, profile: run.profile, ...stored })
      .onConflict((same) => same.columns(["task_id", "profile"]).doUpdateSet(stored)),
  );
}

/** The newest run of a task's gold under each profile, the newest first. */
export async function runsOfTask(db: ReadHandle, taskId: number): Promise<StoredTaskRun[]> {
  const rows = await db.all(
    query
      .selectFrom("task_run as r")
      .innerJoin("task", "task.id", "r.task_id")
      .select((of) => [
        "r.run",
        "r.at",
        asFlag(of.and([of("r.revision", "=", of.ref("task.revision")), of("r.stale", "=", 0)])).as(
          "isCurrent",
        ),
      ])
      .where("r.task_id", "=", taskId)
      .orderBy("r.at", "desc")
      .orderBy("r.profile"),
  );
  return rows.map(({ run, at, isCurrent }) => ({ run: parsed(run), at, isCurrent: isCurrent === 1 }));
}
