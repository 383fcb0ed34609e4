import type { TextRange } from "../../domain/finding.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";

const known = new WeakMap<SqlTree, ReadonlyMap<number, Filled>>();

interface Filled {
  to: number;
  column: string;
}

/** The column that an INSERT fills with a stretch of its statement; null for any other stretch. */
export function filledColumn(tree: SqlTree, { from, to }: TextRange): string | null {
  const filled = known.get(tree) ?? filledIn(tree);
  known.set(tree, filled);
  const found = filled.get(from);
  return found?.to === to ? found.column : null;
}

/** What an INSERT fills its columns with, by where each begins. */
function filledIn(tree: SqlTree): Map<number, Filled> {
  const filled = new Map<number, Filled>();
  for (const { kind, children } of nodesOf(tree.root)) {
    const list = kind === "insert" ? children.find((child) => child.kind === "list") : undefined;
    if (list === undefined) continue;
    const columns = textOf(tree, list).match(/\w+/g) ?? [];
    for (const row of children.flatMap(rowsOf))
      for (const [at, { from, to }] of row.entries()) filled.set(from, { to, column: columns[at] ?? "" });
  }
  return filled;
}

/** The columns of a query, or the values of each row. */
function rowsOf({ kind, children }: SqlNode): (readonly SqlNode[])[] {
  if (kind === "values") return children.map((row) => row.children);
  const list = kind === "select" ? children.find((child) => child.kind === "select-list") : undefined;
  return list === undefined ? [] : [list.children];
}
