import type { MutantResult, MutantStatus, SurvivorClass } from "#shared/domain/certificate.ts";

/** What became of a mutant: its status, or why it survived. */
export type MutantOutcome = Exclude<MutantStatus, "survived"> | SurvivorClass;

interface OutcomeWords {
  label: string;
  /** What it means and what follows from it, for somebody who has not met the word. */
  meaning: string;
}

/** The outcomes with their words, what asks for work first. */
export const outcomeWords: Record<MutantOutcome, OutcomeWords> = {
  "test-too-weak": {
    label: "test too weak",
    meaning:
      "What it returns or leaves behind differs from the gold, and the tests let it pass. Write a test that catches it.",
  },
  "no-coverage": {
    label: "not tested",
    meaning: "No test of its phase runs, so nothing can catch it. Write one.",
  },
  unexplained: {
    label: "unexplained",
    meaning:
      "It passes the tests, and neither a rule nor a row that could be inserted shows why. Change the gold or the tests, or say why it may pass.",
  },
  "data-blind": {
    label: "data-blind",
    meaning:
      "The data has no row that shows the difference; rows that can be inserted do. Nothing to mend in the task.",
  },
  "evaluator-blind": {
    label: "evaluator-blind",
    meaning:
      "The results differ, and the evaluator's default test calls them equal: rounding, duplicates, order, days. Nothing to mend in the task.",
  },
  equivalent: {
    label: "equivalent",
    meaning: "A named rule shows that it returns what the gold returns on any data that the schema allows.",
  },
  killed: { label: "killed", meaning: "A test fails on it, as it should." },
  timeout: {
    label: "too slow",
    meaning: "It ran into the time limit, so an evaluator would fail it. Counts as killed.",
  },
  "run-error": {
    label: "does not run",
    meaning: "The database refuses its SQL, so it says nothing about the tests. Left out of the share.",
  },
  ignored: {
    label: "ignored",
    meaning: "Somebody said why it need not be caught. Left out of the share.",
  },
};

export const mutantOutcomes = Object.keys(outcomeWords) as [MutantOutcome, ...MutantOutcome[]];

/** Those of mutants that no test catches: what one steps through. */
export const survivorOutcomes: readonly MutantOutcome[] = [
  "test-too-weak",
  "no-coverage",
  "unexplained",
  "data-blind",
  "evaluator-blind",
  "equivalent",
];

/** What became of a mutant; a survivor that nobody looked into is unexplained. */
export function outcomeOf({ status, survivor }: Pick<MutantResult, "status" | "survivor">): MutantOutcome {
  return status === "survived" ? (survivor?.class ?? "unexplained") : status;
}

/** Whether it keeps "guarded" from holding. */
export const isOpen = (outcome: MutantOutcome): boolean =>
  outcome === "test-too-weak" || outcome === "no-coverage" || outcome === "unexplained";
