import { z } from "zod";
import { RubricAnswers } from "./verdict-form.ts";

/**
 * What a reviewer said of an item, in the words of the project's form (verdict-form.ts). `label` null: not judged yet (perhaps
 * skipped or flagged).
 */
export const Judgement = z.object({
  /** The id of a label. */
  label: z.string().min(1).max(40).nullable(),
  /** Ids of diagnoses (ROSE §5.2.2 names GoldX and AmbQ). */
  diagnoses: z.array(z.string().min(1).max(40)).max(30),
  note: z.string().max(100_000),
  skipped: z.boolean(),
  flagged: z.boolean(),
  rubric: RubricAnswers,
  /** How the reviewer would write the SQL; "" where they gave none. */
  correctedSql: z.string().max(100_000),
});
export type Judgement = z.infer<typeof Judgement>;

/** A judgement as files and browsers have it: without the parts that are empty. */
export const WrittenJudgement = Judgement.extend({
  rubric: Judgement.shape.rubric.default({}),
  correctedSql: Judgement.shape.correctedSql.default(""),
});

/** The judgement before anything is said of an item. */
export const emptyJudgement: Judgement = {
  label: null,
  diagnoses: [],
  note: "",
  skipped: false,
  flagged: false,
  rubric: {},
  correctedSql: "",
};

/** A judgement as saved: whose it is and the revision it is at (0: nothing saved yet; each save adds one). */
export const Verdict = Judgement.extend({
  itemId: z.number().int(),
  reviewer: z.string(),
  revision: z.number().int().nonnegative(),
  /** ISO 8601 in UTC, null at revision 0. */
  savedAt: z.string().nullable(),
});
export type Verdict = z.infer<typeof Verdict>;
