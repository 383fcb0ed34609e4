import { nodesOf, type SqlTree, textOf } from "../tree/sql-node.ts";
import { joinsTables } from "./joins-tables.ts";
import { type Splice, spliced } from "./splice.ts";

/**
 * The text with its UPDATEs and DELETEs let loose on every row: without WHERE, but for the conditions that join the tables
 * of FROM or USING, whose product nobody could wait for. Null where there is no WHERE to take away.
 */
export function onEveryRow(tree: SqlTree): string | null {
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
