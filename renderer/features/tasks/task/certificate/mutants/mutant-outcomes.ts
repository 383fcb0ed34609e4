import { mutantStatusWords, survivorClassWords } from "#shared/certificate/certificate-words.ts";
import type { MutantResult, MutantStatus, SurvivorClass } from "#shared/domain/certificate.ts";

/** What became of a mutant: its status, or why it survived. */
export type MutantOutcome = Exclude<MutantStatus, "survived"> | SurvivorClass;

interface OutcomeWords {
  label: string;
  /** What it means, for somebody who has not met the word. */
  meaning: string;
  /** What follows from it for the task. */
  advice: string;
}

const noMending = "There is nothing to mend in the task.";
const leftOut = "It is left out of the share that is killed.";

/** The outcomes with their words, what asks for work first. */
export const outcomeWords: Record<MutantOutcome, OutcomeWords> = {
  "test-too-weak": {
    ...ofClass("test-too-weak"),
    advice: "Write a test that catches it.",
  },
  "no-coverage": {
    label: "not tested",
    meaning: "No test of its phase runs, so nothing can catch it.",
    advice: "Write a test for the phase.",
  },
  unexplained: {
    ...ofClass("unexplained"),
    advice:
      "Write a test that catches it, make the gold say more clearly what is meant, or ignore it and say why.",
  },
  "data-blind": { ...ofClass("data-blind"), advice: noMending },
  "evaluator-blind": { ...ofClass("evaluator-blind"), advice: noMending },
  equivalent: { ...ofClass("equivalent"), advice: noMending },
  killed: { label: mutantStatusWords.killed, meaning: "A test fails on it, as it should.", advice: "" },
  timeout: {
    label: "too slow",
    meaning: "It ran into the time limit, so an evaluator would fail it.",
    advice: "It counts as killed.",
  },
  "run-error": {
    label: "does not run",
    meaning: "The database refuses its SQL, so it says nothing about the tests.",
    advice: leftOut,
  },
  ignored: {
    label: mutantStatusWords.ignored,
    meaning: "Somebody said why it need not be caught.",
    advice: leftOut,
  },
};

function ofClass(name: SurvivorClass): Pick<OutcomeWords, "label" | "meaning"> {
  const { title, meaning } = survivorClassWords[name];
  return { label: title, meaning };
}

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
export function mutantOutcomeOf({
  status,
  survivor,
}: Pick<MutantResult, "status" | "survivor">): MutantOutcome {
  return status === "survived" ? (survivor?.class ?? "unexplained") : status;
}

/** Whether it keeps "guarded" from holding. */
export const isOpen = (outcome: MutantOutcome): boolean =>
  outcome === "test-too-weak" || outcome === "no-coverage" || outcome === "unexplained";

/** Whether no test caught it. */
export const isSurvivor = (outcome: MutantOutcome): boolean => survivorOutcomes.includes(outcome);
