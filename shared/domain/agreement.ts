import type { Ex } from "./ex.ts";

/** By what figures of agreement are given apart. */
export const groupings = ["database", "difficulty", "ex", "person", "week"] as const;
export type Grouping = (typeof groupings)[number];

/** The figures that an alert can stand on. */
export const alertFigures = ["gwetAc1", "krippendorffAlpha", "fleissKappa", "rawAgreement"] as const;
export type AlertFigure = (typeof alertFigures)[number];

/** Which of four cells of EX an item is in, by sets and by multisets of rows. */
export function exCell({ set, multiset }: Pick<Ex, "set" | "multiset">): string {
  if (set === null) return "EX undecided";
  if (!set) return "EX no";
  return multiset === false ? "EX of sets only" : "EX yes";
}
