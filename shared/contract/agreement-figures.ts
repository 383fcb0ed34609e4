import { z } from "zod";
import { groupings } from "../domain/agreement.ts";
import { base } from "./base.ts";
import { Job } from "./jobs.ts";

const count = z.number().int().nonnegative();
const Interval = z.object({ from: z.number(), to: z.number() }).nullable();
const Spread = z.object({
  interval: Interval.describe(
    "95 %; null with fewer than two to draw from, or where all resamples are equal.",
  ),
  resamples: count,
  undefinedResamples: count.describe(
    "Resamples in which the figure is undefined; the interval is of the others.",
  ),
});

/** A figure with how sure it is; null where it is undefined, and `undefinedBecause` says why (docs/agreement.md). */
export const FigureWithIntervals = z.object({
  value: z.number().nullable(),
  undefinedBecause: z.string().nullable(),
  standardError: z.number().nullable(),
  formula: Interval.describe("95 % by the standard error, cut at 1."),
  byItem: Spread,
  byDatabase: Spread,
});
export type FigureWithIntervals = z.infer<typeof FigureWithIntervals>;

const byCategory = z.array(z.object({ category: z.string(), figure: FigureWithIntervals }));
const Pooled = z.object({
  items: count,
  double: count,
  rawAgreement: FigureWithIntervals,
  fleissKappa: FigureWithIntervals,
  krippendorffAlpha: FigureWithIntervals,
  gwetAc1: FigureWithIntervals,
  brennanPrediger: FigureWithIntervals,
  prevalence: FigureWithIntervals,
  byCategory,
});
const Pair = z.object({
  people: z.tuple([z.string(), z.string()]),
  items: count,
  /** By rows: the first person's labels, in the order of `labels`. */
  table: z.array(z.array(count)),
  rawAgreement: FigureWithIntervals,
  cohenKappa: FigureWithIntervals,
  gwetAc1: FigureWithIntervals,
  pabak: FigureWithIntervals,
  prevalence: FigureWithIntervals,
  bias: FigureWithIntervals,
  byCategory,
});
const Alert = z.object({
  by: z.enum(groupings).nullable(),
  group: z.string(),
  value: z.number(),
  nDouble: count,
});

/** The figures of a project's opinions at a stage, over the items with two or more. */
export const AgreementStage = z.object({
  /** Items with an opinion. */
  nItems: count,
  nOpinions: count,
  /** Opinions that are missing because somebody skipped the item. */
  nSkipped: count,
  /** Opinions that were given only after another could be seen: they are no independent ones. */
  nSeen: count,
  byLabel: z.array(z.object({ label: z.string(), opinions: count })),
  figures: Pooled,
});
export type AgreementStage = z.infer<typeof AgreementStage>;

/** How far the people of a project agree, as a whole. */
export const ProjectAgreement = z.object({
  /** The declared labels. */
  labels: z.array(z.string()),
  independent: AgreementStage,
  discussed: AgreementStage,
  alerts: z.array(Alert),
});
export type ProjectAgreement = z.infer<typeof ProjectAgreement>;

/** Whether opinions are taken as they were before their reviewers could see another, or as they are now. */
const Stage = z.enum(["independent", "discussed"]);

/** Pairs and groups of a project, with their figures. */
export const AgreementDetails = z.object({
  at: z.string(),
  /** Whether nothing was said since. */
  isCurrent: z.boolean(),
  stage: Stage,
  pairs: z.array(Pair),
  groups: z.array(z.object({ by: z.enum(groupings), group: z.string(), nItems: count, figures: Pooled })),
  alerts: z.array(Alert),
});
export type AgreementDetails = z.infer<typeof AgreementDetails>;

const Asked = z.object({ projectId: z.number().int(), stage: Stage });

/** How far people agree. All answer only to those who may see every opinion (visibility.ts). */
export const agreementFigures = {
  /** The figures of a project, from its stored counts. */
  ofProject: base.input(z.object({ projectId: z.number().int() })).output(ProjectAgreement),
  /** Works out pairs and groups in the background; `details` then has them. */
  start: base.input(Asked).output(Job),
  /** What was last worked out since the program started; null: nothing. */
  details: base.input(Asked).output(AgreementDetails.nullable()),
};
