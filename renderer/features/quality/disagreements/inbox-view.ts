import { viewState } from "#shared/settings/view-state.ts";
import { ComparisonView, firstComparisonView } from "../../../results/comparison-view.ts";

/** How an adjudicator has the two SQL texts and their results laid side by side. */
export const inboxViewState = viewState<ComparisonView>("quality.view", ComparisonView, firstComparisonView);
