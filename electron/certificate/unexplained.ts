import { notJudged } from "#shared/certificate/verdict.ts";
import type { PropertyResult, SurvivorEvidence } from "#shared/domain/certificate.ts";
import type { Survivor } from "./certified-task.ts";

/** What survives and one run does not explain, by the reading or mutant that it is of: rows are searched for these in the end. */
export type Unexplained<Of> = ReadonlyMap<Of, Survivor>;

/** What explains some of those. */
export type Explained<Of> = ReadonlyMap<Of, SurvivorEvidence>;

/** A result with what was found about it since. */
export function explainedBy<Of extends { survivor: SurvivorEvidence | null }>(
  explained: Explained<Of>,
  result: Of,
): Of {
  const survivor = explained.get(result);
  return survivor === undefined ? result : { ...result, survivor };
}

/** Why a property is not judged yet. */
export const stillSearched =
  "Querent is still searching for rows that tell what passes the tests from the gold.";

/** The best that can become of a survivor: nothing that a test could catch. */
const excused: SurvivorEvidence = {
  ...{ class: "evaluator-blind", rule: "still-searched", rows: null },
  summary: "the search for rows that tell it from the gold still runs",
};

/**
 * What can be said of a property while rows are searched: that it does not hold, if it would not even where all that is not
 * explained yet were excused; else that it is not judged yet, and why.
 */
export function firstAnswer<Of>(
  unexplained: Unexplained<Of>,
  judge: (explained: Explained<Of>) => PropertyResult,
  explained: Explained<Of> = new Map(),
): PropertyResult {
  const best = judge(new Map([...unexplained.keys()].map((one) => [one, explained.get(one) ?? excused])));
  if (best.holds === false) return best;
  return notJudged(stillSearched);
}
