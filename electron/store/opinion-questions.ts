import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Whether a question (q) waits for its answer: the person has saved nothing since, and it was not taken back. */
export const isOpenQuestion = `q.taken_back_at IS NULL AND q.revision = (SELECT revision FROM verdict v
  WHERE v.project_id = q.project_id AND v.reviewer = q.reviewer AND v.item_id = q.item_id)`;

/** A question about somebody's opinion. */
export interface StoredQuestion {
  id: number;
  itemId: number;
  /** Who is asked. */
  reviewer: string;
  question: string;
  askedBy: string;
  at: string;
  isOpen: boolean;
}

const columns = `q.id, q.item_id AS itemId, q.reviewer, question, asked_by AS askedBy, q.at, ${isOpenQuestion} AS isOpen`;

const stored = (rows: unknown[]): StoredQuestion[] =>
  (rows as (Omit<StoredQuestion, "isOpen"> & { isOpen: number })[]).map((row) => ({
    ...row,
    isOpen: row.isOpen === 1,
  }));

/** A question to be stored; `revision`: of the verdict that it is about. */
interface NewQuestion {
  projectId: number;
  itemId: number;
  reviewer: string;
  revision: number;
  question: string;
  askedBy: string;
  actor: string;
  at: string;
}

/** Asks somebody about their opinion. */
export function putQuestion(db: WriteHandle, question: NewQuestion): void {
  db.sql(
    `INSERT INTO opinion_question (project_id, item_id, reviewer, revision, question, asked_by, actor, at)
     VALUES (@projectId, @itemId, @reviewer, @revision, @question, @askedBy, @actor, @at)`,
  ).run(question);
}

/** The questions about an item that were not taken back, the oldest first. */
export function questionsOnItem(db: ReadHandle, itemId: number): StoredQuestion[] {
  return stored(
    db
      .sql(
        `SELECT ${columns} FROM opinion_question q WHERE item_id = ? AND taken_back_at IS NULL ORDER BY id`,
      )
      .all(itemId),
  );
}

/** What waits for a reviewer's answer in a project, the oldest first. */
export function openQuestionsTo(db: ReadHandle, projectId: number, reviewer: string): StoredQuestion[] {
  return stored(
    db
      .sql(
        `SELECT ${columns} FROM opinion_question q WHERE project_id = ? AND reviewer = ? AND ${isOpenQuestion} ORDER BY id`,
      )
      .all(projectId, reviewer),
  );
}

const isLastAct = `taken_back_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM consensus_event e
  WHERE e.project_id = q.project_id AND e.actor = q.actor AND e.action IN ('settle', 'reopen') AND e.at > q.taken_back_at)`;

/** The newest question of an account in a project: that was taken back and nothing settled since, or that was not; and when that was. */
export function newestQuestion(
  db: ReadHandle,
  { projectId, actor }: { projectId: number; actor: string },
  isTakenBack: boolean,
): { id: number; itemId: number; at: string } | null {
  const when = isTakenBack ? "taken_back_at" : "at";
  const row = db
    .sql(
      `SELECT id, item_id AS itemId, ${when} AS at FROM opinion_question q
       WHERE project_id = ? AND actor = ? AND ${isTakenBack ? isLastAct : "taken_back_at IS NULL"} ORDER BY ${when} DESC, id DESC LIMIT 1`,
    )
    .get(projectId, actor) as { id: number; itemId: number; at: string } | undefined;
  return row ?? null;
}

/** Takes a question back, or (`at` null) asks it again. */
export function takeQuestionBack(db: WriteHandle, id: number, at: string | null): void {
  db.sql("UPDATE opinion_question SET taken_back_at = ? WHERE id = ?").run(at, id);
}
