import type { ProjectWork } from "#shared/contract/task-runs.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import type { StoredTask } from "./tasks.ts";
import { tasksAfter } from "./tasks.ts";

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
export function wantTaskJob(db: WriteHandle, { projectId, kind, profile, predictionRunId }: TaskJob): void {
  db.sql(
    "INSERT OR REPLACE INTO task_job (project_id, kind, profile, prediction_run_id) VALUES (?, ?, ?, ?)",
  ).run(projectId, kind, profile, predictionRunId);
}

/** The job is done, or nobody needs it any more. */
export function dropTaskJob(db: WriteHandle, projectId: number, kind: TaskJob["kind"]): void {
  db.sql("DELETE FROM task_job WHERE project_id = ? AND kind = ?").run(projectId, kind);
}

/** The work that was under way when Querent was last closed or killed. */
export function wantedTaskJobs(db: ReadHandle): TaskJob[] {
  return db
    .sql(
      `SELECT project_id AS projectId, kind, profile, prediction_run_id AS predictionRunId FROM task_job
       ORDER BY project_id, kind = 'lint' DESC, kind`,
    )
    .all() as TaskJob[];
}

/** A task has a result of its present revision where this holds. */
const results: Record<ProjectWork, string> = {
  lint: "EXISTS (SELECT 1 FROM task_look l WHERE l.task_id = task.id AND l.origin = 'lint' AND l.revision = task.revision AND l.stale = 0)",
  check:
    "EXISTS (SELECT 1 FROM task_look l WHERE l.task_id = task.id AND l.origin = 'check' AND l.revision = task.revision AND l.stale = 0)",
  run: "EXISTS (SELECT 1 FROM task_run r WHERE r.task_id = task.id AND r.profile = @profile AND r.revision = task.revision AND r.stale = 0)",
};

/** How many tasks of a project have a result of their present revision, and how many tasks there are. */
export function taskWorkProgress(
  db: ReadHandle,
  projectId: number,
  what: ProjectWork,
  profile: EvaluatorProfile,
): { done: number; total: number } {
  return db
    .sql(
      `SELECT count(*) AS total, count(CASE WHEN ${results[what]} THEN 1 END) AS done
       FROM task WHERE project_id = @projectId AND @profile IS NOT NULL`,
    )
    .get({ projectId, profile }) as { done: number; total: number };
}

/** Up to `count` tasks of a project behind an index that have no result of their present revision, in project order. */
export function tasksWithoutResult(
  db: ReadHandle,
  { projectId, what, profile }: { projectId: number; what: ProjectWork; profile: EvaluatorProfile },
  afterIndex: number,
  count: number,
): StoredTask[] {
  const ids = db
    .sql(
      `SELECT idx FROM task WHERE project_id = @projectId AND idx > @afterIndex AND @profile IS NOT NULL
       AND NOT ${results[what]} ORDER BY idx LIMIT @count`,
    )
    .all({ projectId, profile, afterIndex, count }) as { idx: number }[];
  return ids.flatMap(({ idx }) => tasksAfter(db, projectId, idx - 1, 1));
}

/** Asks for all results of a project again; the present ones are shown until the new ones are there. */
export function makeTaskResultsStale(
  db: WriteHandle,
  projectId: number,
  what: ProjectWork,
  profile: EvaluatorProfile,
): void {
  const ofProject = "task_id IN (SELECT id FROM task WHERE project_id = @projectId)";
  if (what === "run")
    db.sql(`UPDATE task_run SET stale = 1 WHERE profile = @profile AND ${ofProject}`).run({
      projectId,
      profile,
    });
  else
    db.sql(`UPDATE task_look SET stale = 1 WHERE origin = @what AND ${ofProject}`).run({ projectId, what });
}

/** Asks for the lint of a database's tasks again: its knowledge base is another one. */
export function makeLintStale(db: WriteHandle, projectId: number, database: string): void {
  db.sql(
    `UPDATE task_look SET stale = 1 WHERE origin = 'lint'
     AND task_id IN (SELECT id FROM task WHERE project_id = ? AND database = ?)`,
  ).run(projectId, database);
}

/** Asks for the lint of the tasks with these ids again: one of them got or left an id that others may have. */
export function makeLintOfIdsStale(db: WriteHandle, projectId: number, instanceIds: readonly string[]): void {
  db.sql(
    `UPDATE task_look SET stale = 1 WHERE origin = 'lint' AND task_id IN
     (SELECT id FROM task WHERE project_id = ? AND instance_id IN (SELECT value FROM json_each(?)))`,
  ).run(projectId, JSON.stringify(instanceIds));
}

/** Asks for all that was found on the data again: it is another database, or another engine. */
export function makeDataResultsStale(db: WriteHandle, projectId: number): void {
  const ofProject = "task_id IN (SELECT id FROM task WHERE project_id = ?)";
  db.sql(`UPDATE task_run SET stale = 1 WHERE ${ofProject}`).run(projectId);
  db.sql(`UPDATE task_look SET stale = 1 WHERE origin = 'check' AND ${ofProject}`).run(projectId);
}
