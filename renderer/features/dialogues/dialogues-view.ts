import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";
import { ComparisonView, firstComparisonView } from "../../results/comparison-view.ts";

/** How a person has set up the screen; remembered for all projects. */
const DialoguesView = z.object({
  list: z.boolean(),
  /** One dialogue, several side by side, or the figures of the run. */
  show: z.enum(["dialogue", "aligned", "figures"]),
  /** Beside the transcript: the gold with the readings, or the submission beside the gold. */
  side: z.enum(["gold", "submission"]),
});
export type DialoguesView = z.infer<typeof DialoguesView>;

export const dialoguesViewState = viewState<DialoguesView>("dialogues.view", DialoguesView, {
  list: true,
  show: "dialogue",
  side: "gold",
});

const RunId = z.number().int().nullable();

/** How a submission is laid beside the gold; remembered for all projects. */
export const submissionViewState = viewState<ComparisonView>(
  "dialogues.submission",
  ComparisonView,
  firstComparisonView,
);

/** The run that is shown in a project; null: the newest. */
export const shownRunState = (projectId: number) => viewState(`dialogues.run.${projectId}`, RunId, null);
