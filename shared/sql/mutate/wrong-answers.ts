import { queryBlocks } from "../probe/query-blocks.ts";
import { type SqlTree, textOf } from "../tree/sql-node.ts";
import { onEveryRow } from "./on-every-row.ts";

/** The plainest wrong answers to a gold; null where one makes no sense for it. */
export interface WrongAnswers {
  /** Runs and does nothing. */
  nothing: string[];
  /** The gold's columns without a row, of a gold that ends with a query. */
  emptyResult: string[] | null;
  /** The gold let loose on every row: what a system that overlooks the condition would do. */
  everyRow: string[] | null;
}

/** Makes the wrong answers out of the texts of a gold and a tree of each. */
export function wrongAnswers(goldSql: readonly string[], trees: readonly SqlTree[]): WrongAnswers {
  const loose = trees.map(onEveryRow);
  return {
    nothing: ["SELECT 1"],
    emptyResult: emptyResult(goldSql, trees.at(-1)),
    everyRow: loose.some((sql) => sql !== null) ? goldSql.map((sql, at) => loose[at] ?? sql) : null,
  };
}

function emptyResult(goldSql: readonly string[], tree: SqlTree | undefined): string[] | null {
  const [statement, ...others] = tree?.root.children ?? [];
  if (tree === undefined || statement === undefined || others.length > 0) return null;
  if (!queryBlocks(tree, statement).some(({ isOutermost }) => isOutermost)) return null;
  const query = textOf(tree, statement);
  return [...goldSql.slice(0, -1), `SELECT * FROM (\n${query}\n) AS nothing WHERE 1 = 0`];
}
