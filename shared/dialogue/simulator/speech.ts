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

/** "a, b and c". */
export function listed(parts: readonly string[], word: "and" | "or"): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}
