import { z } from "zod";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { mutantOutcomes, survivorOutcomes } from "./certificate/mutants/mutant-outcomes.ts";

/** How a person has set up the view of a task; remembered for all projects. */
export const TaskViewState = z.object({
  panel: z.enum([
    "findings",
    "run",
    "tests",
    "scratch",
    "graph",
    "schema",
    "provenance",
    "mutants",
    "comments",
  ]),
  side: z.enum(["ambiguities", "knowledge", "dialogue", "certificate"]),
  /** What the simulated user is asked beside the gold. */
  dialogue: z.enum(["preview", "battery"]).default("preview"),
  /** What of the ambiguity that is taken up is open under its snippet. */
  ambiguity: z.enum(["edit", "readings"]).default("edit"),
  wrap: z.boolean(),
  /** The gold is coloured by where its parts come from, not by its snippets. */
  provenance: z.boolean().default(false),
  /** Which mutants are listed and drawn beside the gold. */
  mutants: z.array(z.enum(mutantOutcomes)).default([...survivorOutcomes]),
  /** The gold, its tests and the checks run after each save. */
  runWhileTyping: z.boolean().default(false),
  /** The evaluator to run under; null: the project's. */
  profile: EvaluatorProfile.nullable(),
});
export type TaskViewState = z.infer<typeof TaskViewState>;

export const taskEditorViewState = viewState<TaskViewState>("tasks.look", TaskViewState, {
  panel: "findings",
  side: "ambiguities",
  dialogue: "preview",
  ambiguity: "edit",
  wrap: true,
  provenance: false,
  mutants: [...survivorOutcomes],
  runWhileTyping: false,
  profile: null,
});
