import { z } from "zod";

/** A reviewer's reading of why predicted and gold disagree beyond the prediction itself (ROSE §5.2.2 names GoldX and AmbQ). */
export const diagnoses = ["GoldX", "AmbQ", "AmbSchema", "EvidenceX", "DatabaseX"] as const;
export const Diagnosis = z.enum(diagnoses);
export type Diagnosis = z.infer<typeof Diagnosis>;

/** Each diagnosis as it is shown, and what it means. */
export const diagnosisLabels: Record<Diagnosis, { label: string; definition: string }> = {
  GoldX: { label: "gold wrong", definition: "The gold SQL does not answer the question." },
  AmbQ: { label: "ambiguous question", definition: "The question has more than one defensible reading." },
  AmbSchema: {
    label: "ambiguous schema",
    definition: "Several tables or columns fit the words of the question equally well.",
  },
  EvidenceX: { label: "evidence wrong", definition: "The evidence contradicts the question or the data." },
  DatabaseX: {
    label: "database issue",
    definition: "The data itself (missing rows, broken keys, wrong types) causes the result.",
  },
};

/** Whether the predicted SQL answers the question. */
export const Label = z.enum(["yes", "no"]);
export type Label = z.infer<typeof Label>;

/** What a reviewer said of an item. `label` null: not judged yet (perhaps skipped or flagged). A "no" needs a note (ROSE appendix N). */
export const Judgement = z.object({
  label: Label.nullable(),
  diagnoses: z.array(Diagnosis),
  note: z.string().max(100_000),
  skipped: z.boolean(),
  flagged: z.boolean(),
});
export type Judgement = z.infer<typeof Judgement>;

/** What stands before anything is said of an item. */
export const emptyJudgement: Judgement = {
  label: null,
  diagnoses: [],
  note: "",
  skipped: false,
  flagged: false,
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

/** What is wrong with a judgement as an answer, or null: a "no" needs a note that is not blank (SPEC V2). */
export function judgementProblem(judgement: Judgement): string | null {
  if (judgement.label === "no" && judgement.note.trim() === "")
    return "A no needs a note: say what is wrong with the prediction.";
  return null;
}
