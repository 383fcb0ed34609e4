import type { SqlDialect } from "#shared/sql/lex.ts";
import { wrongAnswers } from "#shared/sql/mutate/wrong-answers.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";

/** Whose SQL the tests are run on. */
export type AnswerKind = "gold" | "nothing" | "emptyResult" | "everyRow" | "own";

export const answerTitles: Record<AnswerKind, { title: string; detail: string }> = {
  gold: { title: "the gold", detail: "every test has to pass" },
  nothing: { title: "doing nothing", detail: "at least one test has to fail" },
  emptyResult: { title: "an empty result", detail: "at least one test has to fail" },
  everyRow: { title: "changing every row", detail: "at least one test has to fail" },
  own: { title: "my own SQL", detail: "the SQL below" },
};

/** What an answer is to show of the tests. */
export function isToPass(kind: AnswerKind): boolean | null {
  if (kind === "own") return null;
  return kind === "gold";
}

/** A longer gold is not taken apart while one waits. */
const longest = 200_000;

/** The texts of an answer; null where the gold gives none of that kind. */
export function answerTexts(
  kind: AnswerKind,
  gold: readonly string[],
  own: string,
  dialect: SqlDialect,
): readonly string[] | null {
  if (kind === "own") return own.trim() === "" ? null : [own];
  if (kind === "gold") return gold.length === 0 ? null : gold;
  if (gold.join().length > longest) return null;
  return wrongAnswers(
    gold,
    gold.map((sql) => parseTree(sql, dialect)),
  )[kind];
}

/** Why there is no answer of a kind. */
export const missingAnswers: Record<AnswerKind, string> = {
  gold: "There is no gold SQL. Write it above, or choose another answer.",
  nothing: "The gold is too long to make this answer from it.",
  emptyResult: "The gold does not end with a query whose rows could be left out.",
  everyRow: "The gold has no UPDATE or DELETE with a condition that could be removed.",
  own: "Write the SQL to run the tests on.",
};
