import type { PropertyName, PropertyResult } from "#shared/domain/certificate.ts";
import { countText, numberText, percentText } from "../../ui/time-text.ts";

type Counts = PropertyResult["counts"];

interface PropertyWords {
  title: string;
  /** What was counted, with what it was counted among; null where there was nothing to measure. */
  share(counts: Counts): string | null;
}

const of = (counts: Counts, name: string): number => counts[name] ?? 0;

/** "34 of 49 …"; null for a share of nothing. */
const shareOf = (part: number, whole: number, what: string): string | null =>
  whole === 0 ? null : `${numberText(part)} of ${numberText(whole)} ${what}`;

/** The properties in words (docs/certificate.md). */
export const propertyWords: Record<PropertyName, PropertyWords> = {
  runs: {
    title: "Runs",
    share: (counts) => shareOf(of(counts, "passing"), of(counts, "phases"), "phases"),
  },
  anchored: {
    title: "Anchored",
    share: (counts) => (of(counts, "snippets") === 0 ? null : countText(of(counts, "snippets"), "snippet")),
  },
  recoverable: {
    title: "Recoverable",
    share: (counts) => shareOf(of(counts, "parts") - of(counts, "unsettled"), of(counts, "parts"), "settled"),
  },
  necessary: {
    title: "Necessary",
    share: (counts) => shareOf(of(counts, "caught"), of(counts, "readings"), "caught"),
  },
  guarded: {
    title: "Guarded",
    share: (counts) => {
      const killed = of(counts, "killed") + of(counts, "timeout");
      const all = killed + of(counts, "survived") + of(counts, "no-coverage");
      const share = shareOf(killed, all, "killed");
      return share && `${share}, ${percentText(killed, all)}`;
    },
  },
  stateful: {
    title: "Stateful",
    share: (counts) => shareOf(of(counts, "failing"), of(counts, "tried"), "tried"),
  },
  "data-proof": {
    title: "Data-proof",
    share: (counts) =>
      of(counts, "checks") === 0 ? null : `${countText(of(counts, "checks"), "check")} on the data`,
  },
  talkable: {
    title: "Talkable",
    share: (counts) => {
      const questions = of(counts, "questions");
      return questions === 0 ? null : `${countText(of(counts, "leaks"), "leak")} in ${numberText(questions)}`;
    },
  },
};

/** What the counts of properties are called where all of them are listed. */
export const wordsOfCounts: Record<string, string> = {
  phases: "phases",
  passing: "passing",
  snippets: "key SQL snippets",
  parts: "parts of the gold",
  visible: "settled by what the system sees",
  bywords: "settled by words of clarifications",
  unsettled: "settled by nothing",
  ambiguities: "ambiguities",
  readings: "other readings",
  caught: "fail the tests",
  vacuous: "prove nothing: they do not run, or return nothing",
  equivalent: "mean what the gold means, and prove nothing either",
  cancelling: "pairs that pass together",
  notReviewed: "proposed, not reviewed",
  tried: "tried",
  failing: "failing",
  turns: "turns of the dialogue that asks about everything",
  budget: "turns allowed for questions",
  leftOut: "dialogues that leave one question out",
  questions: "questions put to the simulated user",
  leaks: "leaks",
};

/** Counts that mean something else under another property, and those that only repeat the findings or the mutants. */
export const ownWordsOf: Partial<Record<PropertyName, Record<string, string | null>>> = {
  necessary: { passing: "pass the tests" },
};
