import type { TextRange } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import { argumentsOf, calledName } from "../../sql/propose/detail.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { saysNumber, wordIndex } from "../../sql/provenance/word-index.ts";
import { nodesOf, textOf } from "../../sql/tree/sql-node.ts";

/**
 * The 1 of a rounding to one decimal, where no word says 1. Every other number of decimals is traced like any number; 0 and 1
 * are not, as SQL needs them everywhere else.
 */
export function unsaidPlaces(
  { gold, locations }: ProvenanceContext,
  phase: Phase,
  heard: string,
): { statement: number; range: TextRange }[] {
  if (saysNumber(wordIndex(heard), "1")) return [];
  const before = phase === 1 ? "" : gold[1].map(({ sql }) => sql.replaceAll(/\s+/g, "")).join("\n");
  const clarified = phase === 1 ? locations.flatMap(({ matches }) => matches) : [];
  return gold[phase].flatMap((tree, statement) =>
    [...nodesOf(tree.root)].flatMap((call) => {
      const [, places] = /^(?:round|trunc)$/.test(calledName(tree, call)) ? argumentsOf(call) : [];
      if (places === undefined || textOf(tree, places) !== "1") return [];
      const isKnown = before.includes(textOf(tree, call).replaceAll(/\s+/g, ""));
      const isClarified = clarified.some(
        ({ statement: at, anchor: { range } }) =>
          at === statement && range.from <= places.from && places.to <= range.to,
      );
      return isKnown || isClarified ? [] : [{ statement, range: { from: places.from, to: places.to } }];
    }),
  );
}
