import type { Ambiguity } from "../domain/ambiguity.ts";
import type { Reading, ReadingSource } from "../domain/reading.ts";
import { type Mutant, mutantsWithin } from "../sql/mutate/mutants.ts";
import type { MutationTopic } from "../sql/mutate/operator.ts";
import { type Splice, spliced } from "../sql/mutate/splice.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import type { SqlTree } from "../sql/tree/sql-node.ts";

/** So many proposals are made for one ambiguity, where there are as many. */
const mostProposals = 10;

/**
 * So many characters of mutants are read for the proposals of one ambiguity: all of any real gold, and the first of one that is too long
 * for all, as each of them is as long as it.
 */
const mostCharacters = 1_000_000;

/** What people who read an ambiguity of a type differently mean, the most plausible first; anything else comes behind. */
const topicsOfType: Record<string, readonly MutationTopic[]> = {
  lexical_ambiguity: ["column", "value", "aggregate"],
  syntactic_ambiguity: ["column", "date", "condition"],
  semantic_ambiguity: ["constant", "date", "comparison", "value"],
  schema_linking_ambiguity: ["column", "value", "date", "constant"],
  intent_ambiguity: ["statement", "order", "column", "aggregate", "limit", "change", "constant"],
  knowledge_linking_ambiguity: [
    "knowledge",
    "constant",
    "value",
    "comparison",
    "arithmetic",
    "aggregate",
    "cast",
  ],
  decimal_ambiguity: ["rounding"],
  join_ambiguity: ["join", "condition"],
  distinct_ambiguity: ["duplicates"],
  sort_ambiguity: ["order", "missing-values"],
  null_ambiguity: ["missing-values"],
  rank_ambiguity: ["rank", "order"],
  divide_by_zero_ambiguity: ["zero", "missing-values", "comparison"],
  knowledge_ambiguity: ["knowledge", "constant", "value", "comparison", "arithmetic", "condition"],
  null_value_ambiguity: ["missing-values", "condition"],
  mixed_unit_ambiguity: ["constant", "arithmetic", "condition"],
  inconsistent_name_ambiguity: ["text", "value"],
};

/**
 * The readings of an ambiguity (0-based) other than the gold's: those that are stored with the task, then proposals from the
 * gold's node, the schema and the knowledge base that are not. Rejected ones stay in the list, with their status. Whether
 * they run is not known here.
 */
export function readingsOf(context: ProvenanceContext, ambiguity: number): Reading[] {
  const stored = context.task.ambiguities[ambiguity]?.readings ?? [];
  const known = new Set(stored.map(({ sql }) => sql));
  const proposed = proposals(context, ambiguity).filter(({ sql }) => !known.has(sql));
  return [...stored, ...proposed.slice(0, Math.max(0, mostProposals - stored.length))];
}

function proposals(context: ProvenanceContext, index: number): Reading[] {
  const ambiguity = context.task.ambiguities[index];
  const match = context.locations[index]?.matches[0];
  const tree = match === undefined ? undefined : context.gold[1][match.statement];
  if (ambiguity === undefined || match === undefined || tree === undefined) return [];
  const { schema, knowledge, meanings } = context;
  const hidden = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
  // What the hidden node says is the gold's reading, however it is written.
  const nodes = [...(knowledge?.graph.nodes.values() ?? [])].filter(({ id }) => id !== hidden);
  const mutants = mutantsWithin(
    tree,
    match.anchor.range,
    { schema, knowledge: nodes, meanings },
    { mostCharacters },
  );
  return inTurns(mutants, topicsOf(ambiguity)).map(({ part, operator, topic, meaning }) => ({
    sql: part,
    source: sourceOf(topic),
    operator,
    meaning,
    status: "proposed",
    reason: null,
  }));
}

function topicsOf({ type }: Ambiguity): readonly MutationTopic[] {
  return topicsOfType[type] ?? [];
}

function sourceOf(topic: MutationTopic): ReadingSource {
  return topic === "column" ? "schema" : topic === "knowledge" ? "knowledge" : "operator";
}

/** Mutants of the topics first, each operator in its turn, so that the first few differ in kind; then all others likewise. */
function inTurns(mutants: readonly Mutant[], topics: readonly MutationTopic[]): Mutant[] {
  const rank = ({ topic }: Mutant) => (topics.includes(topic) ? topics.indexOf(topic) : topics.length);
  const turns = new Map<string, number>();
  const placed = mutants.map((mutant) => {
    const turn = turns.get(mutant.operator) ?? 0;
    turns.set(mutant.operator, turn + 1);
    return { mutant, turn, rank: rank(mutant) };
  });
  const fits = (at: number) => (at < topics.length ? 0 : 1);
  return placed
    .sort((a, b) => fits(a.rank) - fits(b.rank) || a.turn - b.turn || a.rank - b.rank)
    .map(({ mutant }) => mutant);
}

/**
 * The texts of the gold of phase 1 with other SQL in place of the snippets of some ambiguities (by their 0-based numbers),
 * at every position of each. Where snippets lie within each other, the outer one's reading stands.
 */
export function goldWithReadings(
  { gold, locations }: Pick<ProvenanceContext, "gold" | "locations">,
  chosen: ReadonlyMap<number, string>,
): string[] {
  const splices: Splice[][] = gold[1].map(() => []);
  for (const [ambiguity, text] of chosen)
    for (const { statement, anchor } of locations[ambiguity]?.matches ?? [])
      splices[statement]?.push({ ...anchor.range, text });
  return gold[1].map((tree: SqlTree, statement) => spliced(tree.sql, outermost(splices[statement] ?? [])));
}

/** The splices that no other one holds or begins within. */
function outermost(splices: readonly Splice[]): Splice[] {
  const kept: Splice[] = [];
  for (const splice of [...splices].sort((a, b) => a.from - b.from || b.to - a.to))
    if (kept.every(({ to }) => splice.from >= to)) kept.push(splice);
  return kept;
}
