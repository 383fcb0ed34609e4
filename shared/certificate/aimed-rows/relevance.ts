import type { TextRange } from "../../domain/finding.ts";
import { significantTokens } from "../../sql/lex.ts";
import { childOf } from "../../sql/mutate/at-node.ts";
import { nodesOf, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import type { AimedBatch } from "./aimed-row.ts";

/** How often names are followed through what the text calls expressions. */
const mostSteps = 4;

/** Batches with those first that touch what a mutant changes: its columns, what these are computed from, copies, other named columns. */
export function byRelevance(
  batches: readonly AimedBatch[],
  { gold, mutant, range }: { gold: SqlTree; mutant: SqlTree; range: TextRange },
): AimedBatch[] {
  const after = { from: range.from, to: mutant.sql.length - (gold.sql.length - range.to) };
  const direct = new Set([...wordsIn(gold, around(gold, range)), ...wordsIn(mutant, after)]);
  const traced = followed(gold, direct);
  const named = new Set(wordsIn(gold, gold.root));
  const rank = ({ column }: AimedBatch) => {
    if (column === null) return 2;
    if (direct.has(column)) return 0;
    if (traced.has(column)) return 1;
    return named.has(column) ? 3 : 4;
  };
  return batches
    .map((batch) => ({ batch, rank: rank(batch) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ batch }) => batch);
}

/** The smallest part of a text that holds a stretch and names something: of `> 5` the whole comparison. */
function around(tree: SqlTree, range: TextRange): TextRange {
  const holders = [...nodesOf(tree.root)].filter(({ from, to }) => from <= range.from && to >= range.to);
  const named = [range, ...holders.sort((one, other) => one.to - one.from - (other.to - other.from))];
  return named.find((one) => wordsIn(tree, one).length > 0) ?? range;
}

function wordsIn(tree: SqlTree, { from, to }: TextRange): string[] {
  return significantTokens(tree.sql.slice(from, to), tree.dialect)
    .filter(({ kind }) => kind === "word" || kind === "quoted")
    .map(({ text }) => text.replaceAll('"', "").toLowerCase());
}

/** Names, and those in the expressions that the text calls by them. */
function followed(tree: SqlTree, names: ReadonlySet<string>): Set<string> {
  const known = new Set(names);
  const items = [...nodesOf(tree.root)].flatMap((node) => {
    const [value] = node.children;
    const alias = node.kind === "select-item" ? childOf(node, "alias") : undefined;
    return value === undefined || alias === undefined
      ? []
      : [{ name: textOf(tree, alias).toLowerCase(), value }];
  });
  for (let step = 0; step < mostSteps; step += 1)
    for (const { name, value } of items)
      if (known.has(name)) for (const word of wordsIn(tree, value)) known.add(word);
  return known;
}
