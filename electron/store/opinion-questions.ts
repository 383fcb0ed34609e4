import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { asFlag, query } from "./query.ts";
import type { WorkspaceTables } from "./tables/workspace-tables.ts";

/** Whether a question waits for its answer: the person has saved nothing since, and it was not taken back. */
const isOpenQuestion = (of: ExpressionBuilder<WorkspaceTables, "opinion_question">) =>
  of.and([
    of("opinion_question.taken_back_at", "is", null),
    of("opinion_question.revision", "=", (verdict) =>
      verdict
        .selectFrom("verdict")
        .select("verdict.revision")
        .whereRef("verdict.project_id", "=", "opinion_question.project_id")
        .whereRef("verdict.reviewer", "=", "opinion_question.reviewer")
        .whereRef("verdict.item_id", "=", "opinion_question.item_id"),
    ),
  ]);

/** The items about which a reviewer has a question to answer in a project, for a condition with `in`. */
export const itemsAskedAbout = (projectId: number, reviewer: string): RawBuilder<number> =>
  sql`${query
    .selectFrom("opinion_question")
    .select("item_id")
    .where("project_id", "=", projectId)
    .where("reviewer", "=", reviewer)
    .where(isOpenQuestion)}`;

/** Whether somebody has a question to answer about an item. */
export const isAskedAbout = (itemId: Expression<number>): RawBuilder<SqlBool> =>
  sql`exists ${query.selectFrom("opinion_question").select("id").where("item_id", "=", itemId).where(isOpenQuestion)}`;

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
export async function putQuestion(
  db: WriteHandle,
  { projectId, itemId, askedBy, ...question }: NewQuestion,
): Promise<void> {
  await db.run(
    query
      .insertInto("opinion_question")
      .values({ project_id: projectId, item_id: itemId, asked_by: askedBy, ...question }),
  );
}

const storedQuestions = query
  .selectFrom("opinion_question")
  .select(["id", "item_id as itemId", "reviewer", "question", "asked_by as askedBy", "at"])
  .select((of) => asFlag(isOpenQuestion(of)).as("isOpen"))
  .orderBy("id");

/** The questions about an item that were not taken back, the oldest first. */
export async function questionsOnItem(db: ReadHandle, itemId: number): Promise<StoredQuestion[]> {
  const rows = await db.all(storedQuestions.where("item_id", "=", itemId).where("taken_back_at", "is", null));
  return rows.map((row) => ({ ...row, isOpen: row.isOpen === 1 }));
}

/** What waits for a reviewer's answer in a project, the oldest first. */
export async function openQuestionsTo(
  db: ReadHandle,
  projectId: number,
  reviewer: string,
): Promise<StoredQuestion[]> {
  const rows = await db.all(
    storedQuestions
      .where("project_id", "=", projectId)
      .where("reviewer", "=", reviewer)
      .where(isOpenQuestion),
  );
  return rows.map((row) => ({ ...row, isOpen: true }));
}

/** The newest question of an account in a project: that was taken back and nothing settled since, or that was not; and when that was. */
export async function newestQuestion(
  db: ReadHandle,
  { projectId, actor }: { projectId: number; actor: string },
  isTakenBack: boolean,
): Promise<{ id: number; itemId: number; at: string } | null> {
  const when = isTakenBack ? "taken_back_at" : "at";
  const row = await db.first(
    query
      .selectFrom("opinion_question")
      .select(["id", "item_id as itemId", `${when} as at`])
      .where("project_id", "=", projectId)
      .where("actor", "=", actor)
      .where(isTakenBack ? isLastAct : (of) => of("taken_back_at", "is", null))
      .orderBy(when, "desc")
      .orderBy("id", "desc")
      .limit(1),
  );
  return row === undefined || row.at === null ? null : { ...row, at: row.at };
}

/** Whether a question was taken back, and whoever asked has settled or reopened nothing since. */
const isLastAct = (of: ExpressionBuilder<WorkspaceTables, "opinion_question">) =>
  of.and([
    of("opinion_question.taken_back_at", "is not", null),
    of.not(
      of.exists(
        of
          .selectFrom("consensus_event as e")
          .select("e.seq")
          .whereRef("e.project_id", "=", "opinion_question.project_id")
          .whereRef("e.actor", "=", "opinion_question.actor")
          .where("e.action", "in", ["settle", "reopen"])
          .whereRef("e.at", ">", "opinion_question.taken_back_at"),
      ),
    ),
  ]);

/** Takes a question back, or (`at` null) asks it again. */
export async function takeQuestionBack(db: WriteHandle, id: number, at: string | null): Promise<void> {
  await db.run(query.updateTable("opinion_question").set({ taken_back_at: at }).where("id", "=", id));
}
