import type { TextRange } from "../../domain/finding.ts";
import { type KeySpace, nodeKeys } from "../anchor/node-keys.ts";
import { parseTree } from "../tree/parse-tree.ts";
import { type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import type { MutationOperator, MutationTopic, Surroundings } from "./operator.ts";
import { mutationOperators } from "./registry.ts";
import { type Splice, spliced } from "./splice.ts";

/** A text that differs from the one it was made of in meaning, by one change of one operator. */
export interface Mutant {
  operator: string;
  topic: MutationTopic;
  meaning: string;
  /** The whole text. */
  sql: string;
  /** Where the text was changed, in the text that it was made of. */
  changed: TextRange;
  /** What stands there in `sql`. */
  replacement: string;
  /** What now stands in the stretch that was to be changed. */
  part: string;
}

/** How many mutants are made of a text of some length. */
interface MutantBounds {
  operators?: readonly MutationOperator[];
  /** Of all texts together that are looked at; each is read whole. */
  mostCharacters?: number;
}

/**
 * The mutants of a text whose change lies within a stretch of it, operator by operator, outer nodes first. Those that do not
 * parse, that mean what the text means (SPEC N1), or that another one is already, are left out.
 */
export function mutantsWithin(
  tree: SqlTree,
  range: TextRange,
  around: Surroundings,
  { operators = mutationOperators, mostCharacters = Number.POSITIVE_INFINITY }: MutantBounds = {},
): Mutant[] {
  const isUnlike = unlike(tree);
  let left = mostCharacters;
  const isNew = (mutant: Mutant): boolean => {
    left -= mutant.sql.length;
    return left >= 0 && isUnlike(mutant);
  };
  const nodes = nodesWithin(tree, range);
  return operators.flatMap((operator) =>
    nodes.flatMap(({ node, parents }) =>
      mutantsAt(tree, node, { range, parents, operator, around }).filter(isNew),
    ),
  );
}

interface Change {
  range: TextRange;
  parents: readonly SqlNode[];
  operator: MutationOperator;
  around: Surroundings;
}

function mutantsAt(tree: SqlTree, node: SqlNode, { range, parents, operator, around }: Change): Mutant[] {
  if (!operator.kinds.includes(node.kind)) return [];
  const { id, topic } = operator;
  return Array.from(operator.mutationsAt({ ...around, tree, node, parents, range }))
    .filter(({ splices }) => splices.every(({ from, to }) => from >= range.from && to <= range.to))
    .map(({ splices, meaning }) => ({
      operator: id,
      topic,
      meaning,
      sql: spliced(tree.sql, splices),
      ...changeOf(tree, splices),
      part: partOf(tree, range, splices),
    }))
    .filter(({ part }) => part.trim() !== "");
}

/** The stretch from the first change to the last, and what became of it. */
function changeOf(tree: SqlTree, splices: readonly Splice[]): Pick<Mutant, "changed" | "replacement"> {
  const from = Math.min(...splices.map((splice) => splice.from));
  const to = Math.max(...splices.map((splice) => splice.to));
  const changed = { from, to };
  return { changed, replacement: partOf(tree, changed, splices) };
}

function partOf(tree: SqlTree, range: TextRange, splices: readonly Splice[]): string {
  const within = splices.map(({ from, to, text }) => ({
    from: from - range.from,
    to: to - range.from,
    text,
  }));
  return spliced(textOf(tree, range), within);
}

/** The nodes that a stretch touches, each with those around it, outer ones first. */
function nodesWithin(tree: SqlTree, { from, to }: TextRange): { node: SqlNode; parents: SqlNode[] }[] {
  const open = [{ node: tree.root, parents: [] as SqlNode[] }];
  const found: typeof open = [];
  for (let here = open.shift(); here !== undefined; here = open.shift()) {
    const { node, parents } = here;
    if (node.to <= from || node.from >= to) continue;
    found.push(here);
    open.push(...node.children.map((child) => ({ node: child, parents: [node, ...parents] })));
  }
  return found;
}

/** Tells the mutants that parse and mean neither what the text means nor what an earlier one does. */
function unlike(tree: SqlTree): (mutant: Mutant) => boolean {
  const space: KeySpace = new Map();
  const seen = new Set([meaningKey(tree, space)]);
  return ({ sql }) => {
    const other = parseTree(sql, tree.dialect);
    if (other.skipped > tree.skipped) return false;
    const key = meaningKey(other, space);
    return seen.size < seen.add(key).size;
  };
}

/** What a text means: equal within one key space for texts that mean the same (SPEC N1). Keys of nodes overlook qualifiers, in which two names may differ. */
export function meaningKey(tree: SqlTree, space: KeySpace): string {
  const qualified = tree.tokens.flatMap(({ text }, at) =>
    text === "." ? `${tree.tokens[at - 1]?.text}.${tree.tokens[at + 1]?.text}`.toLowerCase() : [],
  );
  return JSON.stringify([nodeKeys(tree, space)(tree.root), qualified.sort()]);
}
