import type { Item } from "./item.ts";

/** What makes two items of two files the same prediction on the same question. */
export type KeyedItem = Pick<Item, "dbId" | "questionId" | "question" | "predictedSql" | "goldSql">;

/**
 * The key by which items are matched at import: database, question id and text, predicted and gold SQL, without the space around
 * them. Who predicted it is no part of it: a prediction that several systems gave is judged once.
 */
export function itemKey({ dbId, questionId, question, predictedSql, goldSql }: KeyedItem): string {
  const id = questionId === null ? null : String(questionId).trim();
  return JSON.stringify([dbId.trim(), id, question.trim(), predictedSql.trim(), goldSql.trim()]);
}
