import type {
  CertificateVerdict,
  MutantStatus,
  PropertyName,
  PropertyResult,
  SurvivorClass,
} from "../domain/certificate.ts";

/** The verdicts as they are read. */
export const verdictWords: Record<CertificateVerdict, string> = {
  certified: "certified",
  "certified-with-exceptions": "certified with exceptions",
  "not-certified": "not certified",
};

/** What each property says of a task, in a sentence (docs/certificate.md). */
export const propertyMeanings: Record<PropertyName, string> = {
  runs: "The gold of each phase runs, twice alike, and passes its tests.",
  anchored: "Every key SQL snippet is one part of the gold, and every term is in the ambiguous question.",
  recoverable:
    "The words of the clarifications, with the question, the visible knowledge and the schema, settle every part of the gold.",
  necessary: "Other readings of each ambiguity run and fail the tests: nobody gets by without asking.",
  guarded: "The tests catch changed golds, and answers that do nothing or return nothing.",
  stateful: "A state-dependent follow-up fails where phase 1 was never run.",
  "data-proof":
    "The result does not depend on the clock, a random value, a tie, missing values or numbers stored as text.",
  talkable:
    "Asking everything solves the task within patience; asking nothing or leaving one question out does not.",
};

/** How a mutant ended, in words. */
export const mutantStatusWords: Record<MutantStatus, string> = {
  killed: "killed",
  survived: "survived",
  timeout: "timeout",
  "no-coverage": "no coverage",
  "run-error": "run error",
  ignored: "ignored",
};

/** What each class of survivors is called, and what shows it. */
export const survivorClassWords: Record<SurvivorClass, { title: string; meaning: string }> = {
  "test-too-weak": {
    title: "test too weak",
    meaning: "The result or the state differs, and the tests let it pass.",
  },
  unexplained: {
    title: "unexplained",
    meaning: "No rule, no difference and no row explains why it survives.",
  },
  "data-blind": {
    title: "data-blind",
    meaning: "The results are equal on this data; rows that can be inserted tell them apart.",
  },
  "evaluator-blind": {
    title: "evaluator-blind",
    meaning: "The results differ, but the evaluator's test calls them equal.",
  },
  equivalent: { title: "equivalent", meaning: "It means what the gold means, by a named rule." },
};

/** What came of a property: it holds, does not, could not be judged, or the task has nothing for it. */
export type PropertySign = "holds" | "fails" | "not-judged" | "not-applicable";

/** The sign of a property, for lists and matrices. */
export function propertySign({ holds, applies }: Pick<PropertyResult, "holds" | "applies">): PropertySign {
  if (holds !== null) return holds ? "holds" : "fails";
  return applies ? "not-judged" : "not-applicable";
}

/** The signs in words. */
export const propertySignWords: Record<PropertySign, string> = {
  holds: "holds",
  fails: "does not hold",
  "not-judged": "not judged",
  "not-applicable": "not applicable",
};
