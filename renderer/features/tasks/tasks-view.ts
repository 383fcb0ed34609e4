import { z } from "zod";
import { viewState } from "#shared/settings/view-state.ts";

/** How a person has set up the screen; remembered for all projects. */
export const TasksView = z.object({
  list: z.boolean(),
  /** The tasks one by one, what their certificates say, what files of predictions gave on them, or what they are made of. */
  show: z.enum(["tasks", "certificates", "predictions", "statistics"]),
});
export type TasksView = z.infer<typeof TasksView>;

export const tasksViewState = viewState<TasksView>("tasks.view", TasksView, { list: true, show: "tasks" });
