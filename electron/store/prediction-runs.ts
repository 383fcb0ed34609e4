import type { PredictionLine, PredictionRun } from "#shared/contract/task-runs.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { type Flag, flagOf, jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

/** A file of predictions as it is entered, to be evaluated under a profile on an engine. */
export interface PredictionRunInput
  extends Pick<PredictionRun, "fileName" | "profile" | "engine" | "startedAt"> {
  projectId: number;
  startedBy: string;
}

/** The predicted SQL for a task, null for a phase that was not answered; `taskId` null: the project has no such task. */
export interface PredictionInput {
  instanceId: string;
  taskId: number | null;
  phase1: readonly string[] | null;
  phase2: readonly string[] | null;
}

/** Enters a file of predictions and gives its id. */
export async function addPredictionRun(
  db: WriteHandle,
  { projectId, startedBy, ...run }: PredictionRunInput,
  predictions: readonly PredictionInput[],
): Promise<number> {
  const { id } = await db.one(
    query
      .insertInto("prediction_run")
      .values({
        project_id: projectId,
        file_name: run.fileName,
        profile: run.profile,
        engine: run.engine,
        started_by: startedBy,
        started_at: run.startedAt,
      })
      .returning("id"),
  );
  for (const [index, { instanceId, taskId, phase1, phase2 }] of predictions.entries())
    await db.run(
      insertPrediction({
        prediction_run_id: id,
        idx: index,
        instance_id: instanceId,
        task_id: taskId,
        phase1_sql: phase1 && jsonText(phase1),
        phase2_sql: phase2 && jsonText(phase2),
      }),
    );
  return id;
}

const insertPrediction = compiledOnce((row: NewRow<"prediction">) =>
  query.insertInto("prediction").values(row),
);

/** A prediction that has no result yet. */
export interface PendingPrediction extends PredictionInput {
  predictionId: number;
  index: number;
}

/** Up to `count` predictions behind an index that have no result yet, in file order. */
export async function pendingPredictions(
  db: ReadHandle,
  predictionRunId: number,
  afterIndex: number,
  count: number,
): Promise<PendingPrediction[]> {
  const rows = await db.all(
    query
      .selectFrom("prediction")
      .select(["id as predictionId", "idx as index", "instance_id as instanceId", "task_id as taskId"])
      .select(["phase1_sql as phase1", "phase2_sql as phase2"])
      .where("prediction_run_id", "=", predictionRunId)
      .where("idx", ">", afterIndex)
      .where("is_done", "=", 0)
      .orderBy("idx")
      .limit(count),
  );
  return rows.map(({ phase1, phase2, ...row }) => ({
    ...row,
    phase1: phase1 && parsed(phase1),
    phase2: phase2 && parsed(phase2),
  }));
}

/** What is kept of a phase that a prediction was run in. */
export type PredictionPhase = Pick<
  PhaseResult,
  "phase" | "passed" | "passedFixed" | "reason" | "tests" | "elapsedMs"
>;

/** Keeps what a prediction gave; it is not pending any more. */
export async function savePredictionResults(
  db: WriteHandle,
  predictionId: number,
  results: readonly PredictionPhase[],
): Promise<void> {
  for (const { phase, passed, passedFixed, reason, tests, elapsedMs } of results)
    await db.run(
      putResult({
        prediction_id: predictionId,
        phase,
        passed: flagOf(passed),
        passed_fixed: flagOf(passedFixed),
        reason,
        tests: jsonText(tests),
        elapsed_ms: elapsedMs,
      }),
    );
  await db.run(query.updateTable("prediction").set({ is_done: 1 }).where("id", "=", predictionId));
}

const putResult = compiledOnce(({ prediction_id, phase, ...result }: NewRow<"prediction_result">) =>
  query
    .insertInto("prediction_result")
    .values({ prediction_id, phase, ...result })
    .onConflict((same) => same.columns(["prediction_id", "phase"]).doUpdateSet(result)),
);

/** A file of predictions with how far its evaluation is. */
export type StoredPredictionRun = Omit<PredictionRun, "rates"> & { projectId: number };

const storedRuns = query
  .selectFrom("prediction_run as r")
  .leftJoin("prediction as p", "p.prediction_run_id", "r.id")
  .select(["r.id as predictionRunId", "r.project_id as projectId", "r.file_name as fileName", "r.profile"])
  .select(["r.engine", "r.started_at as startedAt"])
  .select((of) => [
    of.fn.count<number>("p.id").as("total"),
    of.fn.countAll<number>().filterWhere("p.is_done", "=", 1).as("done"),
  ])
  .groupBy("r.id");

/** The evaluated files of a project, the newest first. */
export const predictionRunsOf = (db: ReadHandle, projectId: number): Promise<StoredPredictionRun[]> =>
  db.all(storedRuns.where("r.project_id", "=", projectId).orderBy("r.id", "desc"));

/** An evaluation of a prediction file, or null. */
export const predictionRunById = async (
  db: ReadHandle,
  predictionRunId: number,
): Promise<StoredPredictionRun | null> =>
  (await db.first(storedRuns.where("r.id", "=", predictionRunId))) ?? null;

/** What one answered task gave, for figures; a phase that was not answered is null. */
export interface AnsweredTask {
  isManagement: boolean;
  hasFollowUp: boolean;
  phase1: { passed: boolean; passedFixed: boolean } | null;
  phase2: { passed: boolean; passedFixed: boolean } | null;
}

/** The answers of a file that are evaluated and belong to a task of the project. */
export async function answeredTasks(db: ReadHandle, predictionRunId: number): Promise<AnsweredTask[]> {
  const rows = await db.all(
    query
      .selectFrom("prediction as p")
      .innerJoin("task", "task.id", "p.task_id")
      .leftJoin("prediction_result as first", (join) =>
        join.onRef("first.prediction_id", "=", "p.id").on("first.phase", "=", 1),
      )
      .leftJoin("prediction_result as second", (join) =>
        join.onRef("second.prediction_id", "=", "p.id").on("second.phase", "=", 2),
      )
      .select(["task.category", "task.has_follow_up as hasFollowUp"])
      .select(["first.passed as passed1", "first.passed_fixed as fixed1"])
      .select(["second.passed as passed2", "second.passed_fixed as fixed2"])
      .where("p.prediction_run_id", "=", predictionRunId)
      .where("p.is_done", "=", 1),
  );
  const phase = (passed: Flag | null, fixed: Flag | null) =>
    passed === null ? null : { passed: passed === 1, passedFixed: fixed === 1 };
  return rows.map(({ category, hasFollowUp, passed1, fixed1, passed2, fixed2 }) => ({
    isManagement: category === "Management",
    hasFollowUp: hasFollowUp === 1,
    phase1: phase(passed1, fixed1),
    phase2: phase(passed2, fixed2),
  }));
}

/** Results of a file in its order, a phase a line, and how many there are. */
export async function predictionLines(
  db: ReadHandle,
  predictionRunId: number,
  { only, from, count }: { only: "all" | "failed" | "differs"; from: number; count: number },
): Promise<{ total: number; lines: PredictionLine[] }> {
  const results = query
    .selectFrom("prediction as p")
    .innerJoin("prediction_result as r", "r.prediction_id", "p.id")
    .where("p.prediction_run_id", "=", predictionRunId)
    .$if(only === "failed", (all) => all.where("r.passed", "=", 0))
    .$if(only === "differs", (all) => all.whereRef("r.passed", "<>", "r.passed_fixed"));
  const { total } = await db.one(results.select((of) => of.fn.countAll<number>().as("total")));
  const rows = await db.all(
    results
      .select(["p.instance_id as instanceId", "p.task_id as taskId", "r.phase", "r.passed"])
      .select(["r.passed_fixed as passedFixed", "r.reason", "r.tests", "r.elapsed_ms as elapsedMs"])
      .select(["p.phase1_sql as phase1", "p.phase2_sql as phase2"])
      .orderBy("p.idx")
      .orderBy("r.phase")
      .limit(count)
      .offset(from),
  );
  return {
    total,
    lines: rows.map(({ phase1, phase2, ...row }) => {
      const predicted = row.phase === 1 ? phase1 : phase2;
      return {
        ...row,
        passed: row.passed === 1,
        passedFixed: row.passedFixed === 1,
        tests: parsed(row.tests),
        predictedSql: predicted === null ? [] : [...parsed(predicted)],
      };
    }),
  };
}
