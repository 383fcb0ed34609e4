import type { Item } from "./item.ts";

/** What makes two items of two files the same prediction on the same question. */
export type KeyedItem = Pick<Item, "dbId" | "questionId" | "question" | "predictedSql" | "goldSql">;

/**
 * The key by which items are matched at import: database, question id and text, predicted and gold SQL, without the space around
 * them. Who predicted it is no part of it: a prediction that several systems gave is judged once.
 */
export function itemKey(item: KeyedItem): string {
  return JSON.stringify([...questionAndPrediction(item), item.goldSql.trim()]);
}

/** The key without the gold: items that differ in it alone stay apart, and are a conflict that is shown. */
export function itemKeyWithoutGold(item: Omit<KeyedItem, "goldSql">): string {
  return JSON.stringify(questionAndPrediction(item));
}

const questionAndPrediction = ({ dbId, questionId, question, predictedSql }: Omit<KeyedItem, "goldSql">) => [
  dbId.trim(),
  questionId === null ? null : String(questionId).trim(),
  question.trim(),
  predictedSql.trim(),
];
