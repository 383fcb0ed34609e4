import type { BlindAttempt } from "#shared/domain/blind-attempt.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Somebody begins to solve a task without its gold, in a run of one dialogue. */
export function addBlindAttempt(
  db: WriteHandle,
  attempt: { projectId: number; taskId: number; person: string; runId: number; at: string },
): void {
  db.sql(
    `INSERT INTO blind_attempt (project_id, task_id, person, run_id, started_at)
     VALUES (@projectId, @taskId, @person, @runId, @at)`,
  ).run({ ...attempt });
}

/** A person gives up whatever they try on a task. */
export function giveUpAttempts(db: WriteHandle, taskId: number, person: string, at: string): void {
  db.sql(
    "UPDATE blind_attempt SET given_up_at = ? WHERE task_id = ? AND person = ? AND given_up_at IS NULL",
  ).run(at, taskId, person);
}

// A run without its dialogue yet is being prepared.
const joined = `FROM blind_attempt a JOIN dialogue_run_task t ON t.run_id = a.run_id AND t.task_id = a.task_id
  LEFT JOIN dialogue d ON d.run_id = a.run_id AND d.task_id = a.task_id`;
const isOpen = "a.given_up_at IS NULL AND t.problem IS NULL AND d.end IS NULL";

type AttemptRow = Omit<BlindAttempt, Flag> & Record<Flag, number>;
type Flag = "isOpen" | "isWaiting" | "phase1Passed" | "phase2Passed" | "hasFollowUp";

/** The newest attempt of a person on a task; null where there is none, or its dialogue was removed. */
export function newestAttempt(db: ReadHandle, taskId: number, person: string): BlindAttempt | null {
  const row = db
    .sql(
      `SELECT a.started_at AS startedAt, d.id AS dialogueId, t.revision, t.problem, t.has_follow_up AS hasFollowUp,
         ${isOpen} AS isOpen, d.waiting IS NOT NULL AS isWaiting, d.end, coalesce(d.phase1_passed, 0) AS phase1Passed,
         coalesce(d.phase2_passed, 0) AS phase2Passed, coalesce(d.turns, 0) AS turns
       ${joined} WHERE a.task_id = ? AND a.person = ? ORDER BY a.id DESC LIMIT 1`,
    )
    .get(taskId, person) as AttemptRow | undefined;
  if (row === undefined) return null;
  return {
    ...row,
    isOpen: row.isOpen === 1,
    isWaiting: row.isWaiting === 1,
    hasFollowUp: row.hasFollowUp === 1,
    phase1Passed: row.phase1Passed === 1,
    phase2Passed: row.phase2Passed === 1,
  };
}

/** A task that somebody is solving without its gold. */
export interface OpenAttempt {
  taskId: number;
  projectId: number;
  dialogueId: number | null;
}

/** The tasks that a person is solving now without their gold. */
export function openAttempts(db: ReadHandle, person: string): OpenAttempt[] {
  return db
    .sql(
      `SELECT a.task_id AS taskId, a.project_id AS projectId, d.id AS dialogueId ${joined}
       WHERE a.person = ? AND ${isOpen}`,
    )
    .all(person) as OpenAttempt[];
}
