import type { TextRange } from "../../domain/finding.ts";
import { nameOf } from "../../sql/lex.ts";
import { nodesOf, type SqlNode, type SqlNodeKind, type SqlTree } from "../../sql/tree/sql-node.ts";

/** A place among the columns of a result, 0-based, from the left; negative from the right. */
export type Place = number | "middle";

const places: Record<string, Place> = {
  ...{
    first: 0,
    "1st": 0,
    leftmost: 0,
    second: 1,
    "2nd": 1,
    third: 2,
    "3rd": 2,
    fourth: 3,
    "4th": 3,
    fifth: 4,
  },
  ...{ "5th": 4, sixth: 5, "6th": 5, last: -1, final: -1, rightmost: -1, middle: "middle" },
};
const spoken =
  /\b(first|second|third|fourth|fifth|sixth|last|final|middle|leftmost|rightmost|[1-6](?:st|nd|rd|th)) (?:output )?(?:columns?|fields?|arguments?|parameters?|inputs?|(?<!(?:last|final) )(?:figure|number|value)(?= (?:is|a|the|be|to|shall|should|stands?|true)\b| ?[?,:;])|(?:value|figure|number) (?:of|in) (?:that|the|each|your) (?:row|line|output|result|table))\b/gi;

/** Which columns of the result a question names by their place: "the third column". */
export function placesAsked(question: string): Place[] {
  return Array.from(question.matchAll(spoken), ([, word = ""]) => places[word.toLowerCase()] ?? 0);
}

/** A node that makes a column of a result, and the next one that it lies in. */
interface Maker extends TextRange {
  column: number;
  around: Maker | null;
}

/** The columns of a result: how many, and what makes them in the order in which it begins. */
interface Columns {
  count: number;
  makers: readonly Maker[];
}

const known = new WeakMap<SqlTree, Columns>();

function columnsOf(tree: SqlTree): Columns {
  const found = known.get(tree) ?? readColumns(tree);
  known.set(tree, found);
  return found;
}

function readColumns(tree: SqlTree): Columns {
  const nodes = [...nodesOf(tree.root)];
  // A function has its arguments instead, and a new table its columns.
  const isFunction = /^\s*create\s+(?:or\s+replace\s+)?function\b/i.test(tree.sql);
  const list = isFunction ? undefined : outputList(tree.root);
  const items = list?.children ?? nodes.filter(({ kind }) => kind === "item");
  const made = Map.groupBy(
    nodes.filter(({ kind, children }) => kind === "select-item" && children.at(-1)?.kind === "alias"),
    (node) => nameIn(tree, node),
  );
  const makers = items.flatMap((item, column) => {
    // What only shows a column as it is was made further within; where several show it, the first counts.
    const isShown = item.children[0]?.kind === "column" && item.children.length === 1;
    const name = nameIn(tree, item);
    const within = isShown ? (made.get(name) ?? []) : [];
    if (isShown) made.delete(name);
    return [item, ...within].map(({ from, to }): Maker => ({ from, to, column, around: null }));
  });
  return { count: items.length, makers: nested(makers) };
}

const inside: ReadonlySet<SqlNodeKind> = new Set(["cte", "subquery", "derived-table"]);

/** The list of what a statement gives back, not of what it selects within. */
function outputList(root: SqlNode): SqlNode | undefined {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "select-list") return node;
    if (!inside.has(node.kind)) for (const child of node.children.toReversed()) open.push(child);
  }
  return undefined;
}

/** Puts makers in order, each with the one that it lies in. */
function nested(makers: Maker[]): Maker[] {
  makers.sort((one, other) => one.from - other.from || other.to - one.to);
  let around: Maker | null = null;
  for (const maker of makers) {
    while (around !== null && around.to < maker.to) around = around.around;
    maker.around = around;
    around = maker;
  }
  return makers;
}

function nameIn(tree: SqlTree, { end }: SqlNode): string {
  return nameOf(tree.tokens[end - 1])?.toLowerCase() ?? "";
}

/** The places in the result of the column that a stretch of a statement makes; none where it makes none. */
export function placesOf(tree: SqlTree, range: TextRange): Place[] {
  const { count, makers } = columnsOf(tree);
  let at = Number.POSITIVE_INFINITY;
  for (let maker = lastBegun(makers, range.from); maker !== null; maker = maker.around)
    if (range.to <= maker.to) at = Math.min(at, maker.column);
  if (!Number.isFinite(at)) return [];
  return [at, at - count, ...(2 * at === count - 1 ? (["middle"] as const) : [])];
}

function lastBegun(makers: readonly Maker[], from: number): Maker | null {
  let [low, high] = [0, makers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((makers[middle] as Maker).from <= from) low = middle + 1;
    else high = middle;
  }
  return makers[low - 1] ?? null;
}
