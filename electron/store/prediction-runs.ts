import type { PredictionLine, PredictionRun } from "#shared/contract/task-runs.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

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
export function addPredictionRun(
  db: WriteHandle,
  { projectId, startedBy, ...run }: PredictionRunInput,
  predictions: readonly PredictionInput[],
): number {
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO prediction_run (project_id, file_name, profile, engine, started_by, started_at)
       VALUES (@projectId, @fileName, @profile, @engine, @startedBy, @startedAt)`,
    )
    .run({ projectId, startedBy, ...run });
  const id = Number(lastInsertRowid);
  const insert = db.sql(
    `INSERT INTO prediction (prediction_run_id, idx, instance_id, task_id, phase1_sql, phase2_sql)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const [index, { instanceId, taskId, phase1, phase2 }] of predictions.entries())
    insert.run(id, index, instanceId, taskId, json(phase1), json(phase2));
  return id;
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
const sqlOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as string[]));

/** A prediction that has no result yet. */
export interface PendingPrediction extends PredictionInput {
  predictionId: number;
  index: number;
}

/** Up to `count` predictions behind an index that have no result yet, in file order. */
export function pendingPredictions(
  db: ReadHandle,
  predictionRunId: number,
  afterIndex: number,
  count: number,
): PendingPrediction[] {
  const rows = db
    .sql(
      `SELECT id AS predictionId, idx AS "index", instance_id AS instanceId, task_id AS taskId,
         phase1_sql AS phase1, phase2_sql AS phase2
       FROM prediction WHERE prediction_run_id = ? AND idx > ? AND is_done = 0 ORDER BY idx LIMIT ?`,
    )
    .all(predictionRunId, afterIndex, count) as (Omit<PendingPrediction, "phase1" | "phase2"> & {
    phase1: string | null;
    phase2: string | null;
  })[];
  return rows.map((row) => ({ ...row, phase1: sqlOf(row.phase1), phase2: sqlOf(row.phase2) }));
}

/** What is kept of a phase that a prediction was run in. */
export type PredictionPhase = Pick<
  PhaseResult,
  "phase" | "passed" | "passedFixed" | "reason" | "tests" | "elapsedMs"
>;

/** Keeps what a prediction gave; it is not pending any more. */
export function savePredictionResults(
  db: WriteHandle,
  predictionId: number,
  results: readonly PredictionPhase[],
): void {
  const insert = db.sql(
    `INSERT OR REPLACE INTO prediction_result
       (prediction_id, phase, passed, passed_fixed, reason, tests, elapsed_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { phase, passed, passedFixed, reason, tests, elapsedMs } of results)
    insert.run(
      predictionId,
      phase,
      Number(passed),
      Number(passedFixed),
      reason,
      JSON.stringify(tests),
      elapsedMs,
    );
  db.sql("UPDATE prediction SET is_done = 1 WHERE id = ?").run(predictionId);
}

/** A file of predictions with how far its evaluation is. */
export type StoredPredictionRun = Omit<PredictionRun, "rates"> & { projectId: number };

const storedRun = `SELECT r.id AS predictionRunId, r.project_id AS projectId, file_name AS fileName, profile, engine,
    started_at AS startedAt, count(p.id) AS total, coalesce(sum(p.is_done), 0) AS done
  FROM prediction_run r LEFT JOIN prediction p ON p.prediction_run_id = r.id`;

/** The evaluated files of a project, the newest first. */
export function predictionRunsOf(db: ReadHandle, projectId: number): StoredPredictionRun[] {
  return db
    .sql(`${storedRun} WHERE r.project_id = ? GROUP BY r.id ORDER BY r.id DESC`)
    .all(projectId) as StoredPredictionRun[];
}

/** An evaluation of a prediction file, or null. */
export function predictionRunById(db: ReadHandle, predictionRunId: number): StoredPredictionRun | null {
  const row = db.sql(`${storedRun} WHERE r.id = ? GROUP BY r.id`).get(predictionRunId);
  return (row as StoredPredictionRun | undefined) ?? null;
}

/** What one answered task gave, for figures; a phase that was not answered is null. */
export interface AnsweredTask {
  isManagement: boolean;
  hasFollowUp: boolean;
  phase1: { passed: boolean; passedFixed: boolean } | null;
  phase2: { passed: boolean; passedFixed: boolean } | null;
}

/** The answers of a file that are evaluated and belong to a task of the project. */
export function answeredTasks(db: ReadHandle, predictionRunId: number): AnsweredTask[] {
  const rows = db
    .sql(
      `SELECT task.category, task.has_follow_up AS hasFollowUp, first.passed AS p1, first.passed_fixed AS f1,
         second.passed AS p2, second.passed_fixed AS f2
       FROM prediction p JOIN task ON task.id = p.task_id
         LEFT JOIN prediction_result first ON first.prediction_id = p.id AND first.phase = 1
         LEFT JOIN prediction_result second ON second.prediction_id = p.id AND second.phase = 2
       WHERE p.prediction_run_id = ? AND p.is_done = 1`,
    )
    .all(predictionRunId) as Record<"p1" | "f1" | "p2" | "f2" | "hasFollowUp" | "category", unknown>[];
  const phase = (passed: unknown, fixed: unknown) =>
    passed === null ? null : { passed: passed === 1, passedFixed: fixed === 1 };
  return rows.map(({ category, hasFollowUp, p1, f1, p2, f2 }) => ({
    isManagement: category === "Management",
    hasFollowUp: hasFollowUp === 1,
    phase1: phase(p1, f1),
    phase2: phase(p2, f2),
  }));
}

const wantedLines: Record<"all" | "failed" | "differs", string> = {
  all: "TRUE",
  failed: "passed = 0",
  differs: "passed <> passed_fixed",
};

/** Results of a file in its order, a phase a line, and how many there are. */
export function predictionLines(
  db: ReadHandle,
  predictionRunId: number,
  { only, from, count }: { only: keyof typeof wantedLines; from: number; count: number },
): { total: number; lines: PredictionLine[] } {
  const source = `FROM prediction p JOIN prediction_result r ON r.prediction_id = p.id
    WHERE p.prediction_run_id = @predictionRunId AND ${wantedLines[only]}`;
  const { total } = db.sql(`SELECT count(*) AS total ${source}`).get({ predictionRunId }) as {
    total: number;
  };
  const rows = db
    .sql(
      `SELECT instance_id AS instanceId, task_id AS taskId, phase, passed, passed_fixed AS passedFixed, reason,
         tests, CASE phase WHEN 1 THEN phase1_sql ELSE phase2_sql END AS predictedSql, elapsed_ms AS elapsedMs
       ${source} ORDER BY p.idx, phase LIMIT @count OFFSET @from`,
    )
    .all({ predictionRunId, from, count }) as Record<keyof PredictionLine, never>[];
  return {
    total,
    lines: rows.map((row) => ({
      ...(row as unknown as PredictionLine),
      passed: row.passed === 1,
      passedFixed: row.passedFixed === 1,
      tests: JSON.parse(row.tests) as PredictionLine["tests"],
      predictedSql: sqlOf(row.predictedSql) ?? [],
    })),
  };
}
