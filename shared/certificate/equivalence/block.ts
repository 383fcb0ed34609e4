import { childOf, words } from "../../sql/mutate/at-node.ts";
import type { SqlNode, SqlTree } from "../../sql/tree/sql-node.ts";
import { textOf } from "../../sql/tree/sql-node.ts";

/** A column that a block reads. */
export interface KnownColumn {
  /** "alias.column", in small letters. */
  id: string;
  notNull: boolean;
  /** As it is declared, in small letters; "" where it is computed. */
  type: string;
  /** The column that it refers to, "table.column" in small letters; null for none. */
  references: string | null;
}

/** A table, CTE or derived table that a block reads. */
export interface Source {
  alias: string;
  /** The table of the schema, in small letters; null for what the query makes itself. */
  table: string | null;
  columns: ReadonlyMap<string, KnownColumn>;
  /** Sets of columns, by their ids, that no two of its rows share and that are never NULL. */
  keys: readonly (readonly string[])[];
  /** Whether an outer join may leave its columns NULL. */
  isOptional: boolean;
  /** The join that adds it; null for the first of a FROM clause, and behind a comma. */
  join: SqlNode | null;
}

/** One SELECT with what is known of the rows that it reads. */
export interface SelectBlock {
  tree: SqlTree;
  select: SqlNode;
  sources: readonly Source[];
  /** Whether all that is in FROM is known; where not, nothing can be said of rows. */
  isKnown: boolean;
  /** Conditions that every row meets: of WHERE, and of inner joins. */
  conditions: readonly SqlNode[];
  /** Ids of columns that WHERE and the joins keep from being NULL. */
  present: ReadonlySet<string>;
  groupItems: readonly SqlNode[];
  /** Whether the rows are groups: GROUP BY, or an aggregate without it. */
  isAggregated: boolean;
  /** Every block of the text, this one included. */
  all: readonly SelectBlock[];
}

/** The id of a column, else the text of an expression. */
export function idOf(block: SelectBlock, node: SqlNode): string {
  return columnIn(block, node)?.id ?? textOf(block.tree, node).replaceAll(/\s+/g, " ").toLowerCase();
}

/** The last name that a node ends with, in small letters. */
export function lastNameIn(tree: SqlTree, node: SqlNode): string {
  return (tree.tokens[node.end - 1]?.text ?? "").replaceAll('"', "").toLowerCase();
}

/** The column that a node names in a block; null where that is not certain. */
export function columnIn({ tree, sources, isKnown }: SelectBlock, node: SqlNode): KnownColumn | null {
  if (node.kind !== "column") return null;
  const names = tree.tokens
    .slice(node.start, node.end)
    .filter(({ text }) => text !== ".")
    .map(({ text }) => text.replaceAll('"', "").toLowerCase());
  const name = names.at(-1) ?? "";
  const qualifier = names.at(-2) ?? null;
  if (qualifier === null && !isKnown) return null;
  const found = sources
    .filter(({ alias }) => qualifier === null || alias === qualifier)
    .flatMap(({ columns }) => columns.get(name) ?? []);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The conditions that a node joins by AND. */
export function conjuncts(node: SqlNode | undefined): SqlNode[] {
  if (node === undefined) return [];
  if (node.kind === "parenthesised" && node.children.length === 1) return conjuncts(node.children[0]);
  if (node.kind !== "and") return [node];
  return node.children.filter(({ kind }) => kind !== "operator").flatMap(conjuncts);
}

/** How a join treats rows without a match. */
export function joinKind(tree: SqlTree, join: SqlNode): "left" | "right" | "full" | "cross" | "inner" {
  const said = words(tree, childOf(join, "join-type"));
  if (said.includes("NATURAL")) return "full";
  const found = /LEFT|RIGHT|FULL|CROSS/.exec(said)?.[0].toLowerCase();
  return (found ?? "inner") as ReturnType<typeof joinKind>;
}

/** The item that GROUP BY 2 or ORDER BY 2 names; any other expression is itself. */
export function ordinal(tree: SqlTree, node: SqlNode, items: readonly SqlNode[]): SqlNode {
  if (node.kind !== "number") return node;
  return items[Number(textOf(tree, node)) - 1]?.children[0] ?? node;
}
