import type { SqlNode, SqlTree } from "../../sql/tree/sql-node.ts";
import type { TaskWords } from "./task-words.ts";

/** What a sentence is made in: a statement's tree, what its names are called, and how its parts are said. */
export interface Speech {
  words: TaskWords;
  tree: SqlTree;
  /** What an expression stands for, without an article: "average River Stress Index". */
  noun(node: SqlNode | undefined): string;
  /** The same within a larger expression: a calculation in brackets. */
  operand(node: SqlNode | undefined): string;
  /** A condition as a clause: "average River Stress Index is above 2.5". */
  clause(node: SqlNode | undefined): string;
}

/** A phrase with its article, where it takes one: not "the 2 times", "the whether", "the the" or "the exceeded is true". */
export function withThe(phrase: string): string {
  return /^(?:[\d(“]|(?:whether|the|nothing|everything|true|false|now|today|minus|either|each|it|there|for any|for every)\b|\S+ed is true\b|\S+ing is true\b)/.test(
    phrase,
  )
    ? phrase
    : `the ${phrase}`;
}

/** "a station", "an agency". */
export function withA(phrase: string): string {
  return `${/^[aeiou]/i.test(phrase) ? "an" : "a"} ${phrase}`;
}

/** Whether a noun stands for several things: "open tickets". */
export function isPlural(phrase: string): boolean {
  const last = /(\p{L}+)\W*$/u.exec(phrase)?.[1] ?? "";
  return /[^siu]s$/i.test(last) && !/\b(?:of|from|in|rounded|where|whether)\b/.test(phrase);
}
