import type { BlindAttempt } from "#shared/domain/blind-attempt.ts";
import type { QueryHandle, ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";

/** Somebody begins to solve a task without its gold, in a run of one dialogue. */
export async function addBlindAttempt(
  db: WriteHandle,
  {
    projectId,
    taskId,
    person,
    runId,
    at,
  }: { projectId: number; taskId: number; person: string; runId: number; at: string },
): Promise<void> {
  await db.run(
    query
      .insertInto("blind_attempt")
      .values({ project_id: projectId, task_id: taskId, person, run_id: runId, started_at: at }),
  );
}

/** A person gives up whatever they try on a task. */
export async function giveUpAttempts(
  db: WriteHandle,
  taskId: number,
  person: string,
  at: string,
): Promise<void> {
  await db.run(
    query
      .updateTable("blind_attempt")
      .set({ given_up_at: at })
      .where("task_id", "=", taskId)
      .where("person", "=", person)
      .where("given_up_at", "is", null),
  );
}

// A run without its dialogue yet is being prepared.
const attempts = query
  .selectFrom("blind_attempt as a")
  .innerJoin("dialogue_run_task as t", (join) =>
    join.onRef("t.run_id", "=", "a.run_id").onRef("t.task_id", "=", "a.task_id"),
  )
  .leftJoin("dialogue as d", (join) =>
    join.onRef("d.run_id", "=", "a.run_id").onRef("d.task_id", "=", "a.task_id"),
  );

/** The newest attempt of a person on a task; null where there is none, or its dialogue was removed. */
export async function newestAttempt(
  db: ReadHandle,
  taskId: number,
  person: string,
): Promise<BlindAttempt | null> {
  const row = await db.first(
    attempts
      .select(["a.started_at as startedAt", "a.given_up_at as givenUpAt", "d.id as dialogueId", "t.revision"])
      .select(["t.problem", "t.has_follow_up as hasFollowUp", "d.waiting", "d.end", "d.turns"])
      .select(["d.phase1_passed as phase1Passed", "d.phase2_passed as phase2Passed"])
      .where("a.task_id", "=", taskId)
      .where("a.person", "=", person)
      .orderBy("a.id", "desc")
      .limit(1),
  );
  if (row === undefined) return null;
  const { givenUpAt, waiting, turns, hasFollowUp, phase1Passed, phase2Passed, ...attempt } = row;
  return {
    ...attempt,
    isOpen: givenUpAt === null && attempt.problem === null && attempt.end === null,
    isWaiting: waiting !== null,
    turns: turns ?? 0,
    hasFollowUp: hasFollowUp === 1,
    phase1Passed: phase1Passed === 1,
    phase2Passed: phase2Passed === 1,
  };
}

/** A task that somebody is solving without its gold. */
export interface OpenAttempt {
  taskId: number;
  projectId: number;
  dialogueId: number | null;
}

const openAttemptRows = attempts
  .select(["a.task_id as taskId", "a.project_id as projectId", "d.id as dialogueId"])
  .where("a.given_up_at", "is", null)
  .where("t.problem", "is", null)
  .where("d.end", "is", null);

/** The tasks that a person is solving now without their gold. */
export const openAttempts = (db: QueryHandle, person: string): Promise<OpenAttempt[]> =>
  db.all(openAttemptRows.where("a.person", "=", person));

/** The same of an account: asked before and after each of its calls. */
export const openAttemptsOfAccount = (db: QueryHandle, account: string): Promise<OpenAttempt[]> =>
  db.all(attemptsByAccount({ account }));

const attemptsByAccount = compiledOnce(
  ({ account }: { account: string }) =>
    openAttemptRows.where("a.person", "=", (of) =>
      of.fn.coalesce(of.selectFrom("person").select("name").where("account", "=", account), of.val(account)),
    ),
  { isRemembered: true },
);
