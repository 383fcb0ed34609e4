import { z } from "zod";
import { Ex } from "../domain/ex.ts";
import { base } from "./base.ts";

/** Which items of the inbox are shown: those that are still open, or those that are settled. */
export const InboxFilter = z.object({ state: z.enum(["open", "settled"]) });
export type InboxFilter = z.infer<typeof InboxFilter>;

/** An item of the inbox: enough to draw its line. */
export const InboxRow = z.object({
  itemId: z.number().int(),
  /** In the project, from 0. */
  index: z.number().int(),
  dbId: z.string(),
  question: z.string(),
  /** null until the item has been evaluated. */
  ex: Ex.nullable(),
  /** How many people gave each label that occurs, by its id. */
  opinions: z.record(z.string(), z.number().int()),
  /** The label on which it was settled; null: it is open. */
  settledAs: z.string().nullable(),
});
export type InboxRow = z.infer<typeof InboxRow>;

const ProjectId = z.object({ projectId: z.number().int() });

/** Settling what people said differently of one item. All but `mine` answer to adjudicators alone. */
export const disagreements = {
  /** Whether the caller may see every opinion of a project, and whether they settle disagreements. */
  mine: base.input(ProjectId).output(z.object({ seesAll: z.boolean(), settles: z.boolean() })),
  /** The ids of the items on which opinions differ, in project order. Items with known answers are not among them. */
  ids: base.input(ProjectId.extend({ filter: InboxFilter })).output(z.array(z.number().int())),
  /** Lines for the given items (at most 500), in the order asked. */
  rows: base
    .input(ProjectId.extend({ itemIds: z.array(z.number().int()).max(500) }))
    .output(z.array(InboxRow)),
};
