import type { ReactNode } from "react";

/** A node of a tree; `children` undefined: a leaf. */
export interface TreeNode {
  id: string;
  /** Its name, for type-ahead and those who do not see it drawn. */
  text: string;
  children?: readonly TreeNode[];
  /** What is drawn in its row instead of the text alone. */
  content?: ReactNode;
}

/** A node as a visible row. `position` is 1-based among its `siblings`. */
export interface TreeRow {
  node: TreeNode;
  level: number;
  parent: number;
  position: number;
  siblings: number;
}

/** The rows that can be seen, given which nodes are open. */
export function visibleRows(nodes: readonly TreeNode[], expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (siblings: readonly TreeNode[], level: number, parent: number): void => {
    for (const [index, node] of siblings.entries()) {
      const row = rows.push({ node, level, parent, position: index + 1, siblings: siblings.length }) - 1;
      if (node.children && expanded.has(node.id)) walk(node.children, level + 1, row);
    }
  };
  walk(nodes, 1, -1);
  return rows;
}

/** What a key does in a tree: move to a row, or open or close one. */
export type TreeMove = { to: number } | { expand: string } | { collapse: string } | null;

/** Right opens or steps in, Left closes or steps out (WAI-ARIA tree pattern); other moves are the list's. */
export function treeMove(
  key: string,
  rows: readonly TreeRow[],
  index: number,
  expanded: ReadonlySet<string>,
): TreeMove {
  const row = rows[index];
  if (!row) return null;
  const open = row.node.children !== undefined && expanded.has(row.node.id);
  if (key === "ArrowRight" && row.node.children) return open ? { to: index + 1 } : { expand: row.node.id };
  if (key === "ArrowLeft") {
    if (open) return { collapse: row.node.id };
    return row.parent >= 0 ? { to: row.parent } : null;
  }
  return null;
}

/** The next row, after the chosen one and around, whose text starts with what was typed; -1 where none does. */
export function typedRow(rows: readonly TreeRow[], index: number, typed: string): number {
  const start = typed.length > 1 ? index : index + 1;
  for (let step = 0; step < rows.length; step++) {
    const at = (start + step + rows.length) % rows.length;
    if (rows[at]?.node.text.toLowerCase().startsWith(typed.toLowerCase())) return at;
  }
  return -1;
}
