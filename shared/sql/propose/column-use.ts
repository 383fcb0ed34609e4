import type { DatabaseSchema } from "../../domain/schema.ts";
import { nameOf } from "../lex.ts";
import { sqlReferences } from "../references.ts";
import { selectionOf } from "../tree/selection.ts";
import { nodesOf, type SqlNode, type SqlNodeKind, type SqlTree, textOf } from "../tree/sql-node.ts";

/** The whole expression in which a column is used, UTF-16 offsets. */
export interface ColumnUse {
  from: number;
  to: number;
  text: string;
  /** What the statement calls what comes out: the alias of the output, if it has one. */
  names: string[];
}

/** What an expression is part of: the column's use ends below these. */
const holders = new Set<SqlNodeKind>(
  "select-item and or where on having order-item assignment row group-by partition-by select-list filter".split(
    " ",
  ) as SqlNodeKind[],
);

/**
 * Where a column of the schema is read in a statement, in order. A column that is only handed on under another name, as
 * "v.flow AS flow_text" in a CTE, is followed to where that name is used.
 */
export function usesOf(
  tree: SqlTree,
  { table, column }: { table: string; column: string },
  schema: DatabaseSchema,
): ColumnUse[] {
  const references = sqlReferences(tree.sql, schema, tree.dialect);
  const own = references.filter((reference) => reference.table === table && reference.column === column);
  return own.flatMap(({ from, to }) => {
    const use = columnUseAt(tree, from, to);
    if (use === null) return [];
    const [handedOn] = use.isBare ? use.names : [];
    const others = handedOn === undefined ? [] : usesOfName(tree, handedOn, use.to);
    return others.length > 0 ? [...others, use] : [use];
  });
}

/** Where a name that a select list made is used behind it, other than being handed on again. */
function usesOfName(tree: SqlTree, name: string, behind: number): ColumnUse[] {
  const wanted = name.toLowerCase();
  return [...nodesOf(tree.root)].flatMap((node) => {
    const isUse = node.kind === "column" && node.from > behind;
    if (!isUse || nameOf(tree.tokens[node.end - 1])?.toLowerCase() !== wanted) return [];
    const use = columnUseAt(tree, node.from, node.to);
    return use === null || use.isBare ? [] : [use];
  });
}

function columnUseAt(tree: SqlTree, from: number, to: number): (ColumnUse & { isBare: boolean }) | null {
  const selection = selectionOf(tree, from, to);
  if (selection === null) return null;
  let holder = tree.root;
  let node = tree.root;
  let item: SqlNode | null = null;
  for (const index of selection.path) {
    // What is assigned to is written, whatever it held.
    if (node.kind === "assignment" && index === 0) return null;
    const child = node.children[index] as SqlNode;
    if (holders.has(node.kind) || child.kind === "subquery") holder = child;
    if (child.kind === "select-item") item = child;
    node = child;
  }
  if (holder === tree.root) return null;
  const alias = item?.children.find(({ kind }) => kind === "alias");
  const name = alias === undefined ? null : nameOf(tree.tokens[alias.start]);
  return {
    from: holder.from,
    to: holder.to,
    text: textOf(tree, holder),
    names: name === null ? [] : [name],
    isBare: holder.kind === "column",
  };
}
