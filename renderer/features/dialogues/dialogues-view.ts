import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";

/** How a person has set up the screen; remembered for all projects. */
const DialoguesView = z.object({
  list: z.boolean(),
  /** One dialogue, or the figures of the run. */
  show: z.enum(["dialogue", "figures"]),
});
type DialoguesView = z.infer<typeof DialoguesView>;

export const dialoguesViewState = viewState<DialoguesView>("dialogues.view", DialoguesView, {
  list: true,
  show: "dialogue",
});
