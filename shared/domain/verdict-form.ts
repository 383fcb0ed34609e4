import { z } from "zod";

/** How labels, diagnoses and rubric fields are named in files and events: letters, digits, - and _, a letter first. */
const FormId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, "Use letters, digits, - and _, a letter first.");

const named = {
  id: FormId,
  /** What it is called on screen. */
  name: z.string().trim().min(1, "Give it a name.").max(60),
  definition: z.string().max(500),
  /** Its key on the review screen, a digit or a letter with or without Shift ("y", "shift+y", "1"); null: none. */
  key: z
    .string()
    .regex(/^(?:[0-9]|(?:shift\+)?[a-z])$/, "A key is a digit, a letter, or Shift and a letter.")
    .nullable(),
};

/** What a reviewer may say of a prediction. */
export const VerdictLabel = z.object({
  ...named,
  needsNote: z.boolean(),
  /** Whether a prediction with this label counts as right or wrong in figures; null: as neither. */
  counts: z.enum(["right", "wrong"]).nullable(),
});
export type VerdictLabel = z.infer<typeof VerdictLabel>;

/** Why predicted and gold disagree beyond the prediction itself. */
export const VerdictDiagnosis = z.object({
  ...named,
  /** Words in a note of a file that tick it ("GOLD FALSE"); the first of them is written where a file has no field for it. */
  markers: z.array(z.string().trim().min(1).max(60)).max(8),
});
export type VerdictDiagnosis = z.infer<typeof VerdictDiagnosis>;

const field = { ...named, required: z.boolean() };

/** Something else that is asked of an item: whole numbers `from` … `to`, one of a few answers, or a text. */
export const RubricField = z.discriminatedUnion("kind", [
  z.object({ ...field, kind: z.literal("scale"), from: z.number().int(), to: z.number().int() }),
  z.object({ ...field, kind: z.literal("choice"), options: z.array(z.string().trim().min(1).max(60)) }),
  z.object({ ...field, kind: z.literal("text") }),
]);
export type RubricField = z.infer<typeof RubricField>;

/** What reviewers of a project are asked of each item: labels, diagnoses and rubric fields, each in the order in which it is shown. */
export const VerdictForm = z.object({
  labels: z.array(VerdictLabel).max(20),
  diagnoses: z.array(VerdictDiagnosis).max(30),
  fields: z.array(RubricField).max(20),
});
export type VerdictForm = z.infer<typeof VerdictForm>;

/** The answers to rubric fields by their ids; what is not answered is missing. */
export const RubricAnswers = z.record(z.string(), z.union([z.number().int(), z.string().max(10_000)]));
export type RubricAnswers = z.infer<typeof RubricAnswers>;

/** A label by its id; undefined where the form has none, or there is no label. */
export const labelOf = (form: VerdictForm, id: string | null): VerdictLabel | undefined =>
  form.labels.find((label) => label.id === id);

/** What a diagnosis is called; its id where the form does not have it. */
export const diagnosisName = (form: VerdictForm, id: string): string =>
  form.diagnoses.find((diagnosis) => diagnosis.id === id)?.name ?? id;

/** What a label is called; its id where the form does not have it. */
export const labelName = (form: VerdictForm, id: string): string => labelOf(form, id)?.name ?? id;

/** ROSE's form (§5.1, appendix N): the one of a project that has set no other. The letters of FALSE get swapped in ROSE's real files. */
export const roseForm: VerdictForm = {
  labels: [
    {
      ...{ id: "yes", name: "yes", key: "y", needsNote: false, counts: "right" },
      definition: "The predicted SQL answers the question.",
    },
    {
      ...{ id: "no", name: "no", key: "n", needsNote: true, counts: "wrong" },
      definition: "The predicted SQL does not answer the question.",
    },
  ],
  diagnoses: [
    {
      ...{ id: "GoldX", name: "gold wrong", key: "1" },
      definition: "The gold SQL does not answer the question.",
      markers: ["GOLD FALSE", "GOLD FASLE", "GOLD FLASE"],
    },
    {
      ...{ id: "AmbQ", name: "ambiguous question", key: "2" },
      definition: "The question has more than one defensible reading.",
      markers: ["AMBIGUOUS QUESTION"],
    },
    {
      ...{ id: "AmbSchema", name: "ambiguous schema", key: "3" },
      definition: "Several tables or columns fit the words of the question equally well.",
      markers: ["AMBIGUOUS SCHEMA"],
    },
    {
      ...{ id: "EvidenceX", name: "evidence wrong", key: "4" },
      definition: "The evidence contradicts the question or the data.",
      markers: ["EVIDENCE FALSE", "EVIDENCE FASLE", "EVIDENCE FLASE"],
    },
    {
      ...{ id: "DatabaseX", name: "database issue", key: "5" },
      definition: "The data itself (missing rows, broken keys, wrong types) causes the result.",
      markers: ["DATABASE ISSUE", "DATABASE FALSE"],
    },
  ],
  fields: [],
};
