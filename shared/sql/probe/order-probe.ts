import type { TextRange } from "../../domain/finding.ts";
import { isWord, nameOf } from "../lex.ts";
import { type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import { clauseOf, type QueryBlock, runnable } from "./query-blocks.ts";

/** One key of an ORDER BY. */
export interface OrderKey {
  /** The whole item, direction and all, in the text of the statement. */
  range: TextRange;
  expression: string;
  descending: boolean;
  /** Where it says where NULLs go. */
  nulls: "first" | "last" | null;
  /** The column of the probe's rows that holds the key; counted from the end where negative. */
  column: number;
}

/** A query that shows all rows of an ordered or limited query with its keys: what a LIMIT cut off, ties, NULLs. */
export interface OrderProbe {
  /** The query without LIMIT and OFFSET; keys that are no columns of it are behind its own columns. */
  sql: string;
  keys: OrderKey[];
  /** How many columns were added. */
  added: number;
  /** Plain numbers only; null where it has none or computes it. */
  limit: number | null;
  offset: number;
  /** The clause that limits. */
  limitRange: TextRange | null;
}

/**
 * Rewrites an ordered or limited query so that its keys can be seen, none where it has no ORDER BY; null for one that has
 * neither, or whose keys cannot be added (DISTINCT, compounds).
 */
export function orderProbe(tree: SqlTree, block: QueryBlock): OrderProbe | null {
  const order = block.tail.find(({ kind }) => kind === "order-by");
  const first = firstSelect(block.node);
  const list = first && clauseOf(first, "select-list");
  if (block.tail.length === 0 || first === undefined || list === undefined) return null;
  const items = list.children.filter(({ kind }) => kind === "select-item");
  const isFixed = block.node.kind !== "select" || list.children.some(({ kind }) => kind === "distinct");
  const added: string[] = [];
  const keys: OrderKey[] = [];
  for (const item of order?.children ?? []) {
    const [expression] = item.children;
    if (item.kind !== "order-item" || expression === undefined) return null;
    const column = columnOf(tree, expression, items);
    if (column === null && isFixed) return null;
    const at = column ?? -added.push(meantBy(tree, expression, items));
    keys.push({ ...keyOf(tree, item, expression), column: at });
  }
  // Added columns are in order at the end: the first added of n is the n-th from there.
  const placed = keys.map((key) =>
    key.column < 0 ? { ...key, column: -added.length - key.column - 1 } : key,
  );
  const body =
    tree.sql.slice(block.node.from, list.to) +
    added.map((expression) => `, (${expression})`).join("") +
    withoutLimits(tree, block, list.to);
  return { sql: runnable(block, body), keys: placed, added: added.length, ...limitsOf(tree, block.tail) };
}

function firstSelect(node: SqlNode): SqlNode | undefined {
  return node.kind === "select" ? node : node.children.find(({ kind }) => kind === "select");
}

function keyOf(tree: SqlTree, item: SqlNode, expression: SqlNode): Omit<OrderKey, "column"> {
  const direction = item.children.find(({ kind }) => kind === "order-direction");
  const nulls = item.children.find(({ kind }) => kind === "nulls-order");
  return {
    range: { from: item.from, to: item.to },
    expression: textOf(tree, expression),
    descending: direction !== undefined && isWord(tree.tokens[direction.start], "DESC"),
    nulls: nulls === undefined ? null : isWord(tree.tokens[nulls.end - 1], "FIRST") ? "first" : "last",
  };
}

/** The output column that a key names: by number, by name, or by being the same expression. */
function columnOf(tree: SqlTree, expression: SqlNode, items: readonly SqlNode[]): number | null {
  const text = textOf(tree, expression);
  if (expression.kind === "number") return Number(text) - 1;
  const star = items.findIndex(({ children }) => children[0]?.kind === "star");
  const at = items.findIndex(
    (item) =>
      nameOfItem(tree, item) === plainName(tree, expression) || sameText(tree, item.children[0], text),
  );
  return at < 0 || (star >= 0 && star <= at) ? null : at;
}

/** What a key stands for inside the select list, where aliases are no names. */
function meantBy(tree: SqlTree, expression: SqlNode, items: readonly SqlNode[]): string {
  const name = plainName(tree, expression);
  const item = items.find((one) => name !== null && nameOfItem(tree, one) === name);
  return textOf(tree, item?.children[0] ?? expression);
}

/** The bare name that an expression is, in small letters. */
function plainName(tree: SqlTree, node: SqlNode): string | null {
  const isBare = node.kind === "column" && node.end === node.start + 1;
  return isBare ? (nameOf(tree.tokens[node.start])?.toLowerCase() ?? null) : null;
}

function nameOfItem(tree: SqlTree, { children }: SqlNode): string | undefined {
  const alias = children.find(({ kind }) => kind === "alias");
  const named = alias ?? (children[0]?.kind === "column" ? children[0] : undefined);
  return named === undefined ? undefined : nameOf(tree.tokens[named.end - 1])?.toLowerCase();
}

function sameText(tree: SqlTree, node: SqlNode | undefined, text: string): boolean {
  const plain = (sql: string) => sql.replace(/\s+/g, " ").toLowerCase();
  return node !== undefined && plain(textOf(tree, node)) === plain(text);
}

/** The rest of the query behind its select list, its LIMIT, OFFSET, FETCH and locks cut out. */
function withoutLimits(tree: SqlTree, { node, tail }: QueryBlock, from: number): string {
  const parts = [...tail].sort((one, other) => one.from - other.from);
  const end = Math.max(node.to, ...parts.map(({ to }) => to));
  let at = from;
  let text = "";
  for (const part of parts) {
    if (part.kind === "order-by") continue;
    text += tree.sql.slice(at, part.from);
    at = part.to;
  }
  return text + tree.sql.slice(at, end);
}

function limitsOf(
  tree: SqlTree,
  tail: readonly SqlNode[],
): Pick<OrderProbe, "limit" | "offset" | "limitRange"> {
  const node = tail.find(({ kind }) => kind === "limit" || kind === "fetch");
  const amounts = (node?.children ?? []).map((child) => wholeNumber(tree, child));
  const offset = tail.find(({ kind }) => kind === "offset")?.children[0];
  const isBare = node?.kind === "fetch" && amounts.length === 0;
  // LIMIT offset, count: SQLite's other way of writing it.
  const [limit, skipped] =
    amounts.length === 2
      ? [amounts[1], amounts[0]]
      : [isBare ? 1 : amounts[0], offset && wholeNumber(tree, offset)];
  const isKnown = limit != null && skipped !== null;
  const isWithTies = node !== undefined && /\bWITH\s+TIES\b/i.test(textOf(tree, node));
  return {
    limit: isKnown && !isWithTies ? limit : null,
    offset: skipped ?? 0,
    limitRange: node === undefined ? null : { from: node.from, to: node.to },
  };
}

function wholeNumber(tree: SqlTree, node: SqlNode): number | null {
  const text = textOf(tree, node);
  return node.kind === "number" && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
