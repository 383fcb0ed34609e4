import { z } from "zod";

/** A diagnosis as it is shown, what it means, and how ROSE's reviewers name it in a note. */
interface DiagnosisSpec {
  label: string;
  definition: string;
  marker: { words: string; prefix: string };
}

/**
 * A reviewer's judgement why predicted and gold disagree beyond the prediction itself (ROSE §5.2.2 names GoldX and AmbQ), in
 * the order of their keys. A new one is an entry here. The letters of FALSE get swapped in ROSE's real files.
 */
export const diagnosisSpecs = {
  GoldX: {
    label: "gold wrong",
    definition: "The gold SQL does not answer the question.",
    marker: { words: "gold\\s+(?:false|fasle|flase)", prefix: "GOLD FALSE" },
  },
  AmbQ: {
    label: "ambiguous question",
    definition: "The question has more than one defensible reading.",
    marker: { words: "ambiguous\\s+question", prefix: "AMBIGUOUS QUESTION" },
  },
  AmbSchema: {
    label: "ambiguous schema",
    definition: "Several tables or columns fit the words of the question equally well.",
    marker: { words: "ambiguous\\s+schema", prefix: "AMBIGUOUS SCHEMA" },
  },
  EvidenceX: {
    label: "evidence wrong",
    definition: "The evidence contradicts the question or the data.",
    marker: { words: "evidence\\s+(?:false|fasle|flase)", prefix: "EVIDENCE FALSE" },
  },
  DatabaseX: {
    label: "database issue",
    definition: "The data itself (missing rows, broken keys, wrong types) causes the result.",
    marker: { words: "database\\s+(?:issue|false)", prefix: "DATABASE ISSUE" },
  },
} satisfies Record<string, DiagnosisSpec>;

export const Diagnosis = z.enum(Object.keys(diagnosisSpecs) as [keyof typeof diagnosisSpecs]);
export type Diagnosis = z.infer<typeof Diagnosis>;
export const diagnoses = Diagnosis.options;

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

/** The judgement before anything is said of an item. */
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
