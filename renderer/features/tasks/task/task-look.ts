import { z } from "zod";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";

/** How a person has set up the view of a task; remembered for all projects. */
export const TaskLook = z.object({
  panel: z.enum(["findings", "run", "scratch", "graph"]),
  side: z.enum(["ambiguities", "knowledge"]),
  wrap: z.boolean(),
  /** The evaluator to run under; null: the project's. */
  profile: EvaluatorProfile.nullable(),
});
export type TaskLook = z.infer<typeof TaskLook>;

export const defaultLook: TaskLook = { panel: "findings", side: "ambiguities", wrap: true, profile: null };
