import type { Item } from "./item.ts";

/** What makes two items of two files the same prediction on the same question. */
export type KeyedItem = Pick<Item, "dbId" | "questionId" | "question" | "predictedSql" | "goldSql">;

/** The key of an item's question: database, question id and text, without the space around them. */
export function questionKey({ dbId, questionId, question }: KeyedItem): string {
  return JSON.stringify([
    dbId.trim(),
    questionId === null ? null : String(questionId).trim(),
    question.trim(),
  ]);
}

/**
 * The key by which items are matched at import: their question, predicted and gold SQL, without the space around
 * them. Who predicted it is no part of it: a prediction that several systems gave is judged once.
 */
export function itemKey(item: KeyedItem): string {
  return JSON.stringify([questionKey(item), item.predictedSql.trim(), item.goldSql.trim()]);
}
