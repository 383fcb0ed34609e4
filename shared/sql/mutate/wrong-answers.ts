import { queryBlocks } from "../probe/query-blocks.ts";
import { nodesOf, type SqlTree, textOf } from "../tree/sql-node.ts";
import { joinsTables } from "./joins-tables.ts";
import { type Splice, spliced } from "./splice.ts";

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

/**
 * The text with its UPDATEs and DELETEs let loose on every row: without WHERE, but for the conditions that join the tables
 * of FROM or USING, whose product nobody could wait for. Null where there is no WHERE to take away.
 */
function onEveryRow(tree: SqlTree): string | null {
  const splices: Splice[] = [];
  for (const node of nodesOf(tree.root)) {
    if (node.kind !== "update" && node.kind !== "delete") continue;
    const where = node.children.find(({ kind }) => kind === "where");
    const condition = where?.children[0];
    if (where === undefined || condition === undefined) continue;
    const isJoined = node.children.some(({ kind }) => kind === "from");
    const conditions = condition.kind === "and" ? condition.children : [condition];
    const kept = isJoined ? conditions.filter((one) => joinsTables(tree, one)) : [];
    const text = kept.map((one) => textOf(tree, one)).join(" AND ");
    splices.push({ from: where.from, to: where.to, text: text === "" ? "" : `WHERE ${text}` });
  }
  const sql = splices.length === 0 ? null : spliced(tree.sql, splices);
  return sql === tree.sql ? null : sql;
}
