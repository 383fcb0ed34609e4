import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";
import { ComparisonView, firstComparisonView } from "../../results/comparison-view.ts";

/** How a reviewer has set up the screen; remembered for all projects. */
export const ReviewView = ComparisonView.extend({
  queue: z.boolean(),
  schema: z.boolean(),
  scratch: z.boolean(),
  // What was remembered before there was one has none.
  corrected: z.boolean().catch(false),
  guidelines: z.boolean().catch(false),
  comments: z.boolean().catch(false),
});
export type ReviewView = z.infer<typeof ReviewView>;

export const reviewViewState = viewState<ReviewView>("review.view", ReviewView, {
  ...firstComparisonView,
  queue: true,
  schema: false,
  scratch: false,
  corrected: false,
  guidelines: false,
  comments: false,
});
