import type { InferResult } from "kysely";
import { RunPlan, type StoredRun } from "#shared/contract/dialogues.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { exerciseIds } from "./qualification.ts";
import { query } from "./query.ts";
import { type JsonText, jsonText, parsed } from "./tables/column-types.ts";

/** A run as it is entered. */
export interface RunInput
  extends Pick<StoredRun, "plan" | "engine" | "simulator" | "startedBy" | "startedAt"> {
  projectId: number;
}

/** Enters a run over tasks at their newest revisions (null: all of the project's), waiting to be played; gives its id. */
export async function addRun(
  db: WriteHandle,
  run: RunInput,
  taskIds: readonly number[] | null,
): Promise<number> {
  const { last } = await db.one(
    query
      .selectFrom("dialogue_run")
      .select((of) => of.fn.max<number | null>("number").as("last"))
      .where("project_id", "=", run.projectId),
  );
  const { id } = await db.one(
    query
      .insertInto("dialogue_run")
      .values({
        project_id: run.projectId,
        number: (last ?? 0) + 1,
        plan: jsonText(run.plan),
        engine: run.engine,
        simulator: run.simulator,
        started_by: run.startedBy,
        started_at: run.startedAt,
        state: "wanted",
      })
      .returning("id"),
  );
  const tasks = query
    .selectFrom("task")
    .select((of) => [of.val(id).as("run_id"), "id", "idx", "revision", "instance_id", "has_follow_up"])
    .where("project_id", "=", run.projectId);
  await db.run(
    query
      .insertInto("dialogue_run_task")
      .columns(["run_id", "task_id", "idx", "revision", "instance_id", "has_follow_up"])
      .expression(
        taskIds === null ? tasks.where("id", "not in", exerciseIds) : tasks.where("id", "in", among(taskIds)),
      ),
  );
  return id;
}

const runs = query
  .selectFrom("dialogue_run as r")
  .leftJoin("dialogue_run_task as t", "t.run_id", "r.id")
  .leftJoin("dialogue as d", (join) =>
    join.onRef("d.run_id", "=", "t.run_id").onRef("d.task_id", "=", "t.task_id"),
  )
  .select(["r.id as runId", "r.project_id as projectId", "r.number", "r.plan", "r.engine", "r.simulator"])
  .select(["r.started_by as startedBy", "r.started_at as startedAt", "r.state"])
  .select((of) => {
    const isJudged = of("d.end", "not in", ["infrastructure", "not-judged"]);
    const isSolved = of.and([
      of("d.phase1_passed", "=", 1),
      of.or([of("t.has_follow_up", "=", 0), of("d.phase2_passed", "=", 1)]),
    ]);
    return [
      of.fn.count<number>("t.task_id").distinct().as("tasks"),
      of.fn.count<number>("d.id").as("total"),
      of.fn.count<number>("d.end").as("done"),
      of.fn.count<number>("d.waiting").as("waiting"),
      of.fn.countAll<number>().filterWhere(isJudged).as("judged"),
      of.fn
        .countAll<number>()
        .filterWhere(of.and([isJudged, isSolved]))
        .as("solved"),
    ];
  })
  .groupBy("r.id");

/** A run with its project. */
export type RunOfProject = StoredRun & { projectId: number };

/** The runs of a project, the newest first. */
export const runsOfProject = async (db: ReadHandle, projectId: number): Promise<RunOfProject[]> =>
  Array.fromAsync(
    await db.all(runs.where("r.project_id", "=", projectId).orderBy("r.number", "desc")),
    (row) => withParts(db, row),
  );

/** A run, or null. */
export async function runById(db: ReadHandle, runId: number): Promise<RunOfProject | null> {
  const row = await db.first(runs.where("r.id", "=", runId));
  return row === undefined ? null : await withParts(db, row);
}

/** The run of a project that is to be played next, the oldest first; null where none waits. */
export async function nextWantedRun(db: ReadHandle, projectId: number): Promise<RunOfProject | null> {
  const row = await db.first(
    query
      .selectFrom("dialogue_run")
      .select("id")
      .where("project_id", "=", projectId)
      .where("state", "=", "wanted")
      .orderBy("number")
      .limit(1),
  );
  return row === undefined ? null : await runById(db, row.id);
}

/** The projects with runs that were being played when Querent was last closed or killed. */
export async function projectsWithWantedRuns(db: ReadHandle): Promise<number[]> {
  return db.values(
    query
      .selectFrom("dialogue_run")
      .select("project_id")
      .distinct()
      .where("state", "=", "wanted")
      .orderBy("project_id"),
  );
}

/** What the plans of older workspaces do not have. */
const addedLater: Partial<RunPlan> = {
  sweep: [],
  graft: null,
  modelSystems: [],
  modelSimulator: null,
  personAsUser: false,
};

const planOf = (plan: JsonText<RunPlan>): RunPlan => RunPlan.parse({ ...addedLater, ...parsed(plan) });

async function withParts(db: ReadHandle, row: InferResult<typeof runs>[number]): Promise<RunOfProject> {
  const leftOut = await db.all(
    query
      .selectFrom("dialogue_run_task")
      .select(["task_id as taskId", "instance_id as instanceId", "problem"])
      .where("run_id", "=", row.runId)
      .where("problem", "is not", null)
      .orderBy("idx"),
  );
  return {
    ...row,
    plan: planOf(row.plan),
    leftOut: leftOut.map(({ problem, ...task }) => ({ ...task, reason: problem ?? "" })),
  };
}

/** Changes what a run plays, for what is still to be played. */
export async function setRunPlan(db: WriteHandle, runId: number, plan: RunPlan): Promise<void> {
  await db.run(
    query
      .updateTable("dialogue_run")
      .set({ plan: jsonText(plan) })
      .where("id", "=", runId),
  );
}

export async function setRunState(db: WriteHandle, runId: number, state: StoredRun["state"]): Promise<void> {
  await db.run(query.updateTable("dialogue_run").set({ state }).where("id", "=", runId));
}

/** Runs that ask language models go on only when somebody says so. */
export async function stopRunsWithModels(db: WriteHandle): Promise<void> {
  const wanted = await db.all(
    query.selectFrom("dialogue_run").select(["id", "plan"]).where("state", "=", "wanted"),
  );
  for (const { id, plan } of wanted) {
    const { modelSystems, modelSimulator } = planOf(plan);
    if (modelSystems.length > 0 || modelSimulator !== null) await setRunState(db, id, "stopped");
  }
}

/** Nobody waits for the runs of a project any more: they go on when somebody asks. */
export async function stopRuns(db: WriteHandle, projectId: number): Promise<void> {
  await db.run(
    query
      .updateTable("dialogue_run")
      .set({ state: "stopped" })
      .where("project_id", "=", projectId)
      .where("state", "=", "wanted"),
  );
}

/** Takes a run out, with its dialogues. */
export async function removeRun(db: WriteHandle, runId: number): Promise<void> {
  await db.run(query.deleteFrom("dialogue_run").where("id", "=", runId));
}

/** A task of a run at the revision that it plays. */
export interface RunTask {
  taskId: number;
  revision: number;
}

/** The tasks of a run in the project's order. */
export async function tasksOfRun(db: ReadHandle, runId: number): Promise<RunTask[]> {
  return db.all(
    query
      .selectFrom("dialogue_run_task")
      .select(["task_id as taskId", "revision"])
      .where("run_id", "=", runId)
      .orderBy("idx"),
  );
}

/** Keeps why tasks of a run are left out; all others are not. */
export async function putLeftOut(
  db: WriteHandle,
  runId: number,
  problems: ReadonlyMap<number, string>,
): Promise<void> {
  const ofRun = query.updateTable("dialogue_run_task").where("run_id", "=", runId);
  await db.run(ofRun.set({ problem: null }));
  for (const [taskId, problem] of problems)
    await db.run(ofRun.set({ problem }).where("task_id", "=", taskId));
}
