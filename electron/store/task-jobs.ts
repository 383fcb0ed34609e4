import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { ProjectWork } from "#shared/contract/task-runs.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { asFlag, query } from "./query.ts";
import type { WorkspaceTables } from "./tables/workspace-tables.ts";
import type { StoredTask } from "./tasks.ts";
import { taskById } from "./tasks.ts";

/** Jobs on the tasks of a project, stored until they are done. */
export interface TaskJob {
  projectId: number;
  kind: ProjectWork | "evaluate-tasks";
  /** The evaluator; null where the work needs none. */
  profile: EvaluatorProfile | null;
  /** The predictions to evaluate; null for other work. */
  predictionRunId: number | null;
}

/** Remembers that the work is wanted, so that it goes on after a restart; one of each kind in a project. */
export async function wantTaskJob(
  db: WriteHandle,
  { projectId, kind, profile, predictionRunId }: TaskJob,
): Promise<void> {
  const wanted = { profile, prediction_run_id: predictionRunId };
  await db.run(
    query
      .insertInto("task_job")
      .values({ project_id: projectId, kind, ...wanted })
      .onConflict((same) => same.columns(["project_id", "kind"]).doUpdateSet(wanted)),
  );
}

/** The job is done, or nobody needs it any more. */
export async function dropTaskJob(db: WriteHandle, projectId: number, kind: TaskJob["kind"]): Promise<void> {
  await db.run(query.deleteFrom("task_job").where("project_id", "=", projectId).where("kind", "=", kind));
}

/** The work that was under way when Querent was last closed or killed. */
export async function wantedTaskJobs(db: ReadHandle): Promise<TaskJob[]> {
  return db.all(
    query
      .selectFrom("task_job")
      .select(["project_id as projectId", "kind", "profile", "prediction_run_id as predictionRunId"])
      .orderBy("project_id")
      .orderBy((of) => asFlag(of("kind", "=", "lint")), "desc")
      .orderBy("kind"),
  );
}

/** Whether a task has a result of its present revision. */
function hasResult(
  of: ExpressionBuilder<WorkspaceTables, "task">,
  what: ProjectWork,
  profile: EvaluatorProfile,
): Expression<SqlBool> {
  if (what !== "run")
    return of.exists(
      of
        .selectFrom("task_finding_origin as o")
        .select("o.at")
        .whereRef("o.task_id", "=", "task.id")
        .where("o.origin", "=", what)
        .whereRef("o.revision", "=", "task.revision")
        .where("o.stale", "=", 0),
    );
  return of.exists(
    of
      .selectFrom("task_run as r")
      .select("r.at")
      .whereRef("r.task_id", "=", "task.id")
      .where("r.profile", "=", profile)
      .whereRef("r.revision", "=", "task.revision")
      .where("r.stale", "=", 0),
  );
}

/** How many tasks of a project have a result of their present revision, and how many tasks there are. */
export async function taskWorkProgress(
  db: ReadHandle,
  projectId: number,
  what: ProjectWork,
  profile: EvaluatorProfile,
): Promise<{ done: number; total: number }> {
  return db.one(
    query
      .selectFrom("task")
      .select((of) => [
        of.fn.countAll<number>().as("total"),
        of.fn
          .countAll<number>()
          .filterWhere(hasResult(of, what, profile))
          .as("done"),
      ])
      .where("project_id", "=", projectId),
  );
}

/** Up to `count` tasks of a project behind an index that have no result of their present revision, in project order. */
export async function tasksWithoutResult(
  db: ReadHandle,
  { projectId, what, profile }: { projectId: number; what: ProjectWork; profile: EvaluatorProfile },
  afterIndex: number,
  count: number,
): Promise<StoredTask[]> {
  const ids = await db.values(
    query
      .selectFrom("task")
      .select("id")
      .where("project_id", "=", projectId)
      .where("idx", ">", afterIndex)
      .where((of) => of.not(hasResult(of, what, profile)))
      .orderBy("idx")
      .limit(count),
  );
  return (await Array.fromAsync(ids, async (id) => (await taskById(db, id)) ?? [])).flat();
}

const idsOfProject = (projectId: number) =>
  query.selectFrom("task").select("id").where("project_id", "=", projectId);

/** Asks for all results of a project again; the present ones are shown until the new ones are there. */
export async function makeTaskResultsStale(
  db: WriteHandle,
  projectId: number,
  what: ProjectWork,
  profile: EvaluatorProfile,
): Promise<void> {
  const ofProject = idsOfProject(projectId);
  if (what === "run")
    await db.run(
      query
        .updateTable("task_run")
        .set({ stale: 1 })
        .where("profile", "=", profile)
        .where("task_id", "in", ofProject),
    );
  else
    await db.run(
      query
        .updateTable("task_finding_origin")
        .set({ stale: 1 })
        .where("origin", "=", what)
        .where("task_id", "in", ofProject),
    );
}

/** Asks for the lint of a database's tasks again: its knowledge base is another one. */
export async function makeLintStale(db: WriteHandle, projectId: number, database: string): Promise<void> {
  await db.run(staleLint.where("task_id", "in", idsOfProject(projectId).where("database", "=", database)));
}

/** Asks for the lint of the tasks with these ids again: one of them got or left an id that others may have. */
export async function makeLintOfIdsStale(
  db: WriteHandle,
  projectId: number,
  instanceIds: readonly string[],
): Promise<void> {
  const tasks = idsOfProject(projectId).where("instance_id", "in", among(instanceIds));
  await db.run(staleLint.where("task_id", "in", tasks));
}

const staleLint = query.updateTable("task_finding_origin").set({ stale: 1 }).where("origin", "=", "lint");

/** Asks for all that was found on the data again: it is another database, or another engine. */
export async function makeDataResultsStale(db: WriteHandle, projectId: number): Promise<void> {
  const ofProject = idsOfProject(projectId);
  await db.run(query.updateTable("task_run").set({ stale: 1 }).where("task_id", "in", ofProject));
  await db.run(
    query
      .updateTable("task_finding_origin")
      .set({ stale: 1 })
      .where("origin", "=", "check")
      .where("task_id", "in", ofProject),
  );
}
