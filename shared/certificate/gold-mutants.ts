import type { TextRange } from "../domain/finding.ts";
import type { Phase } from "../domain/task.ts";
import { type Mutant, mutantsWithin } from "../sql/mutate/mutants.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";

/** A mutant of the gold of a phase: one of its texts is changed in one spot. */
export interface GoldMutant extends Pick<Mutant, "operator" | "meaning" | "changed" | "replacement"> {
  phase: Phase;
  /** Index of the changed text. */
  statement: number;
  /** The whole gold with the change in it. */
  texts: string[];
}

/**
 * All mutants of the gold of both phases. Those that change a snippet come first, for that is where systems go wrong; then
 * operator by operator in turns, so that the first few differ in kind.
 */
export function goldMutants(context: ProvenanceContext): GoldMutant[] {
  const { gold, schema, knowledge, meanings, locations } = context;
  const nodes = [...(knowledge?.graph.nodes.values() ?? [])];
  const all = ([1, 2] as const).flatMap((phase) =>
    gold[phase].flatMap((tree, statement) =>
      mutantsWithin(tree, { from: 0, to: tree.sql.length }, { schema, knowledge: nodes, meanings }).map(
        ({ operator, meaning, sql, changed, replacement }): GoldMutant => ({
          ...{ phase, statement, operator, meaning, changed, replacement },
          texts: gold[phase].map(({ sql: text }, at) => (at === statement ? sql : text)),
        }),
      ),
    ),
  );
  const snippets = locations.flatMap(({ matches }) =>
    matches.map(({ statement, anchor }) => ({ statement, ...anchor.range })),
  );
  const inSnippet = ({ phase, statement, changed }: GoldMutant) =>
    phase === 1 && snippets.some((one) => one.statement === statement && holds(one, changed));
  return [...inTurns(all.filter(inSnippet)), ...inTurns(all.filter((one) => !inSnippet(one)))];
}

/**
 * At most so many mutants, in their order. A third of them is of the follow-up, where there are as many: it has no snippets, so that
 * a sample from the top would leave its tests untried.
 */
export function sampleOfMutants(mutants: readonly GoldMutant[], most: number): GoldMutant[] {
  const ofFollowUp = mutants.filter(({ phase }) => phase === 2);
  const own = new Set(ofFollowUp.slice(0, Math.floor(most / 3)));
  const others = mutants.filter((mutant) => !own.has(mutant)).slice(0, most - own.size);
  const chosen = new Set([...others, ...own]);
  return mutants.filter((mutant) => chosen.has(mutant));
}

function holds(outer: TextRange, inner: TextRange): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

/** The first mutant of each operator, then the second of each, and so on. */
function inTurns(mutants: readonly GoldMutant[]): GoldMutant[] {
  const byOperator = [...Map.groupBy(mutants, ({ operator }) => operator).values()];
  const longest = Math.max(0, ...byOperator.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => byOperator.flatMap((own) => own[turn] ?? [])).flat();
}
