import {
  type MutantCounts,
  type MutantResult,
  type MutantStatus,
  mutantStatuses,
  type SurvivorClass,
  survivorClasses,
} from "../domain/certificate.ts";

/** Counts mutants and gives the share that was detected, as Stryker defines it; null, never 1, where nothing was to detect. */
export function mutantCounts(mutants: readonly MutantResult[], notRun: number): MutantCounts {
  const status = zeros<MutantStatus>(mutantStatuses);
  const byClass = zeros<SurvivorClass>(survivorClasses);
  for (const mutant of mutants) {
    status[mutant.status] += 1;
    if (mutant.survivor !== null) byClass[mutant.survivor.class] += 1;
  }
  const detected = status.killed + status.timeout;
  const undetected = status.survived + status["no-coverage"];
  const all = detected + undetected;
  return { total: mutants.length, status, byClass, score: all === 0 ? null : detected / all, notRun };
}

function zeros<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
}
