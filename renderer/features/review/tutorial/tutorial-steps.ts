import { isUnsaved } from "../../../data/drafts.ts";
import type { VerdictState } from "../../../data/verdict-drafts.ts";

/** The project that the program brings along; the steps speak of its items. */
export const sampleProject = "Harbour of Varnhaven";

/** One step of the tutorial: at which item (1-based), what to do and why, and how it is seen that it was done. */
export interface TutorialStep {
  place: number;
  /** {yes}, {no} and {gold} stand for the keys of the project's form. */
  text: string;
  /** Missing: nothing has to be done. */
  isDone?: (verdict: VerdictState) => boolean;
}

const isSaved = (verdict: VerdictState): boolean => verdict.value.label !== null && !isUnsaved(verdict);

/** A right prediction, a wrong one, a wrong gold, and what to do in doubt. */
export const tutorialSteps: readonly TutorialStep[] = [
  {
    place: 1,
    text: "Read the question, then both SQL texts: what differs in them is marked. The prediction's range selects just the year 2022, and both results are equal. It answers the question: press {yes}.",
    isDone: ({ value }) => value.label !== null,
  },
  {
    place: 1,
    text: "Ctrl+Enter (⌘+Enter on a Mac) saves the verdict and goes to the next item.",
    isDone: isSaved,
  },
  {
    place: 2,
    text: "The question is the same, the prediction another. Its values differ from the gold's: it counts calls, so a vessel that came twice counts twice. Press {no}.",
    isDone: ({ value }) => value.label !== null,
  },
  {
    place: 2,
    text: "A no needs a note, so that others can follow it. Press E, write why, leave the note with Escape, and save.",
    isDone: isSaved,
  },
  {
    place: 94,
    text: "Judge by the question, never by EX alone. Here the gold's inner join drops a vessel whose operator is not known, though all were asked for: the prediction is right. Press {yes} for it and {gold} for the gold, and save.",
    isDone: (verdict) => isSaved(verdict) && verdict.value.diagnoses.includes("GoldX"),
  },
  {
    place: 95,
    text: "In doubt? F flags an item for discussion, S skips it, Q opens a query of your own on its database, X takes a corrected SQL. U takes your latest verdict back, H shows every change.",
  },
  { place: 3, text: "That is all. Everything else is in the palette (Ctrl+K) and on the sheet of keys (?)." },
];
