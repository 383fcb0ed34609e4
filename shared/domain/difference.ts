import { z } from "zod";

/**
 * The kinds of difference between a predicted and a gold result, the closest first (SPEC C1…C14).
 * A pair has exactly one kind: the first in this order that holds.
 */
export const differenceKinds = [
  "missing-database",
  "timeout",
  "error",
  "identical",
  "order",
  "duplicates",
  "columns-permuted",
  "rounding",
  "form",
  "extra-columns",
  "missing-columns",
  "one-empty",
  "limit-tie",
  "subset",
  "superset",
  "different",
] as const;
export const DifferenceKind = z.enum(differenceKinds);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

/** How the text of two unequal values can still mean the same: the form that a normalisation removed. */
export const formKinds = ["number-as-text", "date-format", "case", "whitespace", "type"] as const;
export const FormKind = z.enum(formKinds);
export type FormKind = z.infer<typeof FormKind>;

/** The evidence behind a difference; only the fields that its kind speaks of are there. Row and column numbers are 0-based. */
export const DifferenceDetail = z.object({
  /** Which side failed or was empty; limit-tie: whose LIMIT cuts through the tie. */
  side: z.enum(["predicted", "gold", "both"]).optional(),
  /** Rows that only this side holds (counted as a multiset). */
  onlyPredicted: z.number().int().nonnegative().optional(),
  onlyGold: z.number().int().nonnegative().optional(),
  common: z.number().int().nonnegative().optional(),
  /** columns-permuted, extra-columns, missing-columns, subset, superset: for each column of the narrower (or the gold) side, its column on the other side. */
  columnMap: z.array(z.number().int().nonnegative()).optional(),
  /** extra-columns, missing-columns, subset, superset: the names of the wider side's columns that are paired with none. */
  columnNames: z.array(z.string()).optional(),
  /** rounding: the number of decimal places at which both are equal. */
  decimals: z.number().int().nonnegative().optional(),
  /** form: which normalisations made both equal. */
  forms: z.array(FormKind).optional(),
  /** rounding, form: the gold columns in which it was needed; different: those whose values differ. */
  columns: z.array(z.number().int().nonnegative()).optional(),
  /** form: how a date such as 03/04/2020 had to be read for both to be equal, where it mattered. */
  dayOrder: z.enum(["month-first", "day-first"]).optional(),
  /** Equal only once the order (or duplicates) is ignored as well; said along with another kind. */
  alsoOrder: z.boolean().optional(),
  alsoDuplicates: z.boolean().optional(),
  /** Whether the gold asks for an order (an outermost ORDER BY); said where the order of the rows differs. */
  goldOrdered: z.boolean().optional(),
  /** limit-tie: the LIMIT, how many rows share the last place, and how many of those the LIMIT lets through. */
  limit: z.number().int().optional(),
  tiedRows: z.number().int().optional(),
  tiedWithin: z.number().int().optional(),
  /** different: this side is one row of NULLs, as an aggregate over no rows gives it. */
  onlyNulls: z.enum(["predicted", "gold"]).optional(),
  /** A side was cut off at the row or byte cap: the kind speaks of the rows that were read. */
  incomplete: z.boolean().optional(),
  /** The results were too large for looser readings (rounding, forms) to be tried. */
  exactOnly: z.boolean().optional(),
  /** error, timeout: the message of the failing side. */
  message: z.string().optional(),
});
export type DifferenceDetail = z.infer<typeof DifferenceDetail>;

/** How two results differ, with the evidence. */
export const Difference = z.object({ kind: DifferenceKind, detail: DifferenceDetail });
export type Difference = z.infer<typeof Difference>;
