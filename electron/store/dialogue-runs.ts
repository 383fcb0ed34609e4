import { RunPlan, type StoredRun } from "#shared/contract/dialogues.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** A run as it is entered. */
export interface RunInput
  extends Pick<StoredRun, "plan" | "engine" | "simulator" | "startedBy" | "startedAt"> {
  projectId: number;
}

/** Enters a run over tasks at their newest revisions (null: all of the project's), waiting to be played; gives its id. */
export function addRun(db: WriteHandle, run: RunInput, taskIds: readonly number[] | null): number {
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO dialogue_run (project_id, number, plan, engine, simulator, started_by, started_at, state)
       SELECT @projectId, coalesce(max(number) + 1, 1), @plan, @engine, @simulator, @startedBy, @startedAt, 'wanted'
       FROM dialogue_run WHERE project_id = @projectId`,
    )
    .run({ ...run, plan: JSON.stringify(run.plan) });
  const runId = Number(lastInsertRowid);
  db.sql(
    `INSERT INTO dialogue_run_task (run_id, task_id, idx, revision, instance_id, has_follow_up)
     SELECT @runId, id, idx, revision, instance_id, has_follow_up FROM task
     WHERE project_id = @projectId AND (@ids IS NULL OR id IN (SELECT value FROM json_each(@ids)))`,
  ).run({ runId, projectId: run.projectId, ids: taskIds === null ? null : JSON.stringify(taskIds) });
  return runId;
}

interface RunRow extends Omit<StoredRun, "plan" | "leftOut"> {
  projectId: number;
  plan: string;
}

const solved = "d.phase1_passed = 1 AND (t.has_follow_up = 0 OR d.phase2_passed = 1)";
const runs = `SELECT r.id AS runId, r.project_id AS projectId, number, plan, engine, simulator, started_by AS startedBy,
    started_at AS startedAt, state,
    (SELECT count(*) FROM dialogue_run_task t WHERE t.run_id = r.id) AS tasks,
    count(d.id) AS total, count(d.end) AS done,
    count(d.waiting) AS waiting,
    count(CASE WHEN d.end NOT IN ('infrastructure', 'not-judged') THEN 1 END) AS judged,
    count(CASE WHEN d.end NOT IN ('infrastructure', 'not-judged') AND ${solved} THEN 1 END) AS solved
  FROM dialogue_run r LEFT JOIN dialogue_run_task t ON t.run_id = r.id
    LEFT JOIN dialogue d ON d.run_id = t.run_id AND d.task_id = t.task_id`;

/** A run with its project. */
export type RunOfProject = StoredRun & { projectId: number };

/** The runs of a project, the newest first. */
export function runsOfProject(db: ReadHandle, projectId: number): RunOfProject[] {
  const rows = db.sql(`${runs} WHERE r.project_id = ? GROUP BY r.id ORDER BY number DESC`).all(projectId);
  return (rows as RunRow[]).map((row) => withParts(db, row));
}

/** A run, or null. */
export function runById(db: ReadHandle, runId: number): RunOfProject | null {
  const row = db.sql(`${runs} WHERE r.id = ? GROUP BY r.id`).get(runId);
  return row === undefined ? null : withParts(db, row as RunRow);
}

/** The run of a project that is to be played next, the oldest first; null where none waits. */
export function nextWantedRun(db: ReadHandle, projectId: number): RunOfProject | null {
  const row = db
    .sql("SELECT id FROM dialogue_run WHERE project_id = ? AND state = 'wanted' ORDER BY number LIMIT 1")
    .get(projectId) as { id: number } | undefined;
  return row === undefined ? null : runById(db, row.id);
}

/** The projects with runs that were being played when Querent was last closed or killed. */
export function projectsWithWantedRuns(db: ReadHandle): number[] {
  return db
    .sql("SELECT DISTINCT project_id FROM dialogue_run WHERE state = 'wanted' ORDER BY project_id")
    .pluck()
    .all() as number[];
}

/** What the plans of older workspaces do not have. */
const addedLater: Partial<RunPlan> = {
  sweep: [],
  graft: null,
  modelSystems: [],
  modelSimulator: null,
  personAsUser: false,
};

function withParts(db: ReadHandle, row: RunRow): RunOfProject {
  const leftOut = db
    .sql(
      `SELECT task_id AS taskId, instance_id AS instanceId, problem AS reason FROM dialogue_run_task
       WHERE run_id = ? AND problem IS NOT NULL ORDER BY idx`,
    )
    .all(row.runId) as StoredRun["leftOut"];
  return { ...row, plan: RunPlan.parse({ ...addedLater, ...JSON.parse(row.plan) }), leftOut };
}

/** Changes what a run plays, for what is still to be played. */
export function setRunPlan(db: WriteHandle, runId: number, plan: RunPlan): void {
  db.sql("UPDATE dialogue_run SET plan = ? WHERE id = ?").run(JSON.stringify(plan), runId);
}

export function setRunState(db: WriteHandle, runId: number, state: StoredRun["state"]): void {
  db.sql("UPDATE dialogue_run SET state = ? WHERE id = ?").run(state, runId);
}

/** Runs that ask language models go on only when somebody says so. */
export function stopRunsWithModels(db: WriteHandle): void {
  db.sql(
    `UPDATE dialogue_run SET state = 'stopped'
     WHERE state = 'wanted' AND (plan -> '$.modelSystems' <> '[]' OR plan ->> '$.modelSimulator' IS NOT NULL)`,
  ).run();
}

/** Nobody waits for the runs of a project any more: they go on when somebody asks. */
export function stopRuns(db: WriteHandle, projectId: number): void {
  db.sql("UPDATE dialogue_run SET state = 'stopped' WHERE project_id = ? AND state = 'wanted'").run(
    projectId,
  );
}

/** Takes a run out, with its dialogues. */
export function removeRun(db: WriteHandle, runId: number): void {
  db.sql("DELETE FROM dialogue_run WHERE id = ?").run(runId);
}

/** A task of a run at the revision that it plays. */
export interface RunTask {
  taskId: number;
  revision: number;
}

/** The tasks of a run in the project's order. */
export function tasksOfRun(db: ReadHandle, runId: number): RunTask[] {
  return db
    .sql("SELECT task_id AS taskId, revision FROM dialogue_run_task WHERE run_id = ? ORDER BY idx")
    .all(runId) as RunTask[];
}

/** Keeps why tasks of a run are left out; all others are not. */
export function putLeftOut(db: WriteHandle, runId: number, problems: ReadonlyMap<number, string>): void {
  db.sql("UPDATE dialogue_run_task SET problem = NULL WHERE run_id = ?").run(runId);
  const update = db.sql("UPDATE dialogue_run_task SET problem = ? WHERE run_id = ? AND task_id = ?");
  for (const [taskId, problem] of problems) update.run(problem, runId, taskId);
}
