import { z } from "zod";

/** Something small that a person's windows remember across starts: what is no setting, as nobody sets it on purpose. */
export interface ViewState<Value> {
  /** Under which the workspace stores it; never changed, as earlier workspaces hold it. */
  key: string;
  schema: z.ZodType<Value>;
  /** What holds where nothing is remembered, or nothing that fits the schema. */
  default: Value;
}

/** Names something to remember; a feature keeps it beside its schema. */
export const viewState = <Value>(
  key: string,
  schema: z.ZodType<Value>,
  byDefault: Value,
): ViewState<Value> => ({
  key,
  schema,
  default: byDefault,
});

/** The project that a person had open last. */
export const lastProject = viewState("window.project", z.number().int().nullable(), null);

/** Which line of a project's list was on screen last. */
export const lastInList = (
  list: "review.item" | "tasks.task" | "dialogues.dialogue" | "quality.item",
  projectId: number,
): string => `${list}.${projectId}`;
