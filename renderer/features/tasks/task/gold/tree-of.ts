import type { SqlDialect } from "#shared/sql/lex.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";

/** Trees of so much text (UTF-16 units) are cached: a task's before and after an edit, however many questions ask. */
const mostText = 2_500_000;

const known = new Map<string, SqlTree>();

/** Reads a statement, or gives back what was read of it a moment ago. */
export function treeOf(sql: string, dialect: SqlDialect): SqlTree {
  const key = `${dialect} ${sql}`;
  const tree = known.get(key) ?? parseTree(sql, dialect);
  known.delete(key);
  known.set(key, tree);
  let length = 0;
  for (const text of known.keys()) length += text.length;
  for (const oldest of known.keys()) {
    if (length <= mostText || oldest === key) break;
    known.delete(oldest);
    length -= oldest.length;
  }
  return tree;
}
