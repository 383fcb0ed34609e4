import { z } from "zod";

/** How a person has two SQL texts and their results laid side by side. */
export const ComparisonView = z.object({
  /** SQL laid out over lines, else as written. */
  formatted: z.boolean(),
  wrap: z.boolean(),
  /** Differences between the two SQL texts marked. */
  marks: z.boolean(),
  /** Rows laid side by side, else each result as it came. */
  aligned: z.boolean(),
  onlyDifferences: z.boolean(),
});
export type ComparisonView = z.infer<typeof ComparisonView>;

/** How they are laid side by side until a person says otherwise. */
export const firstComparisonView: ComparisonView = {
  formatted: true,
  wrap: true,
  marks: true,
  aligned: true,
  onlyDifferences: false,
};
