import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";

/** How a reviewer has set up the screen; remembered for all projects. */
export const ReviewView = z.object({
  queue: z.boolean(),
  schema: z.boolean(),
  scratch: z.boolean(),
  /** SQL laid out over lines, else as written. */
  formatted: z.boolean(),
  wrap: z.boolean(),
  /** Differences between the two SQL texts marked. */
  marks: z.boolean(),
  /** Rows laid side by side, else each result as it came. */
  aligned: z.boolean(),
  onlyDifferences: z.boolean(),
});
export type ReviewView = z.infer<typeof ReviewView>;

export const reviewViewState = viewState<ReviewView>("review.view", ReviewView, {
  queue: true,
  schema: false,
  scratch: false,
  formatted: true,
  wrap: true,
  marks: true,
  aligned: true,
  onlyDifferences: false,
});
