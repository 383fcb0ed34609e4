import type { TextRange } from "../../domain/finding.ts";
import { nameOf } from "../../sql/lex.ts";
import { nodesAround, nodesOf, type SqlNode, type SqlTree } from "../../sql/tree/sql-node.ts";

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

/** The columns of a result, from the left: for each all nodes that make it. */
type Columns = readonly (readonly SqlNode[])[];

const lists = new WeakMap<SqlTree, Columns>();

function columnsOf(tree: SqlTree): Columns {
  const found = lists.get(tree) ?? readColumns(tree);
  lists.set(tree, found);
  return found;
}

const within = new Set(["cte", "subquery", "derived-table"]);

function readColumns(tree: SqlTree): Columns {
  const nodes = [...nodesOf(tree.root)];
  const list = nodes.find(
    (node) =>
      node.kind === "select-list" && ![...nodesAround(tree.root, node)].some(({ kind }) => within.has(kind)),
  );
  // A function has its arguments instead, and a new table its columns.
  const isFunction = /^\s*create\s+(?:or\s+replace\s+)?function\b/i.test(tree.sql);
  const items = (isFunction ? undefined : list?.children) ?? nodes.filter(({ kind }) => kind === "item");
  const made = Map.groupBy(
    nodes.filter(({ kind, children }) => kind === "select-item" && children.at(-1)?.kind === "alias"),
    (node) => nameIn(tree, node),
  );
  // What only shows a column as it is was made further within.
  return items.map((item) =>
    item.children[0]?.kind === "column" && item.children.length === 1
      ? [item, ...(made.get(nameIn(tree, item)) ?? [])]
      : [item],
  );
}

function nameIn(tree: SqlTree, { end }: SqlNode): string {
  return nameOf(tree.tokens[end - 1])?.toLowerCase() ?? "";
}

/** The places in the result of the column that a stretch of a statement makes; none where it makes none. */
export function placesOf(tree: SqlTree, range: TextRange): Place[] {
  const columns = columnsOf(tree);
  const at = columns.findIndex((nodes) => nodes.some(({ from, to }) => from <= range.from && range.to <= to));
  if (at === -1) return [];
  return [at, at - columns.length, ...(2 * at === columns.length - 1 ? (["middle"] as const) : [])];
}
