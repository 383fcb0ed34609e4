import { z } from "zod";
import { DifferenceKind } from "../domain/difference.ts";
import { Ex, exKinds } from "../domain/ex.ts";
import { Item } from "../domain/item.ts";
import { RunStatus } from "../domain/result.ts";
import { Verdict } from "../domain/verdict.ts";
import { base } from "./base.ts";

/** Which items of a project the queue shows; all given conditions must hold. Verdict conditions speak of the caller's own verdicts. */
export const QueueFilter = z.object({
  text: z.string().optional(),
  dbId: z.string().optional(),
  system: z.string().optional(),
  /** The id of a label, or unlabelled, skipped, flagged, which no label is called. */
  label: z.string().max(40).optional(),
  diagnosis: z.string().max(40).optional(),
  /** Only the items that reviewers qualify by, or those on which an adjudicator asked the caller something that is open. */
  set: z.enum(["qualification", "asked"]).optional(),
  ex: z.object({ kind: z.enum(exKinds), equal: z.boolean() }).optional(),
  difference: DifferenceKind.optional(),
  /** Items of which a side gave an error, met its limit, or has no database. */
  status: RunStatus.optional(),
});
export type QueueFilter = z.infer<typeof QueueFilter>;

/** A line of the queue: enough to draw it. `ex` and `difference` are null until the item has been evaluated. */
export const QueueRow = z.object({
  itemId: z.number().int(),
  index: z.number().int(),
  dbId: z.string(),
  question: z.string(),
  system: z.string().nullable(),
  label: z.string().nullable(),
  skipped: z.boolean(),
  flagged: z.boolean(),
  ex: Ex.nullable(),
  difference: DifferenceKind.nullable(),
});
export type QueueRow = z.infer<typeof QueueRow>;

/** How far the caller is in a project, in items. */
export const QueueCounts = z.object({
  total: z.number().int(),
  labelled: z.number().int(),
  /** How many have each label that occurs, by its id. */
  byLabel: z.record(z.string(), z.number().int()),
  skipped: z.number().int(),
  flagged: z.number().int(),
  evaluated: z.number().int(),
  /** Evaluated items whose EX sets is false. */
  exDiffers: z.number().int(),
});
export type QueueCounts = z.infer<typeof QueueCounts>;

const ProjectId = z.object({ projectId: z.number().int() });

export const queue = {
  /** The ids of the items that pass the filter, in project order; ids only, so that 100,000 of them are one small answer. */
  ids: base.input(ProjectId.extend({ filter: QueueFilter })).output(z.array(z.number().int())),
  /** Lines for the given items (at most 500), in the order asked. */
  rows: base
    .input(ProjectId.extend({ itemIds: z.array(z.number().int()).max(500) }))
    .output(z.array(QueueRow)),
  counts: base.input(ProjectId).output(QueueCounts),
  /** What the filters can offer: the databases and systems that occur. */
  facets: base.input(ProjectId).output(
    z.object({
      dbIds: z.array(z.string()),
      systems: z.array(z.string()),
      differences: z.array(DifferenceKind),
    }),
  ),
  /** One item whole, with the caller's verdict and draft. */
  item: base.input(z.object({ itemId: z.number().int() })).output(z.object({ item: Item, verdict: Verdict })),
};
