import {
  type MutantCounts,
  type MutantResult,
  type MutantStatus,
  mutantStatuses,
  type SurvivorClass,
  survivorClasses,
} from "../domain/certificate.ts";

/** How many mutants the tests detected, and of how many that counts; run errors and ignored mutants stay out (Stryker). */
export function detectedOf(status: MutantCounts["status"]): { detected: number; of: number } {
  const detected = status.killed + status.timeout;
  return { detected, of: detected + status.survived + status["no-coverage"] };
}

/** The share of mutants that was detected; null, never 1, where nothing was to detect. */
export function mutationScore(status: MutantCounts["status"]): number | null {
  const { detected, of } = detectedOf(status);
  return of === 0 ? null : detected / of;
}

/** Counts mutants by status and class. */
export function mutantCounts(mutants: readonly MutantResult[], notRun: number): MutantCounts {
  const status = zeros<MutantStatus>(mutantStatuses);
  const byClass = zeros<SurvivorClass>(survivorClasses);
  for (const mutant of mutants) {
    status[mutant.status] += 1;
    if (mutant.survivor !== null) byClass[mutant.survivor.class] += 1;
  }
  return { total: mutants.length, status, byClass, score: mutationScore(status), notRun };
}

function zeros<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
}
