import type { Judgement } from "./verdict.ts";
import {
  diagnosisName,
  labelOf,
  type RubricAnswers,
  type RubricField,
  type VerdictForm,
} from "./verdict-form.ts";

/** One thing that is wrong with a judgement under a form: in which of its parts ("label", "note", "rubric.effort"), and what to do. */
export interface JudgementDefect {
  field: string;
  /** What it says there. */
  value: string;
  reason: string;
  fix: string;
}

/** What a judgement says that the form does not have: other labels, diagnoses, rubric answers (SPEC V1). */
export function foreignParts(form: VerdictForm, { label, diagnoses, rubric }: Judgement): JudgementDefect[] {
  const { labels, diagnoses: known, fields } = form;
  const unknown = (
    field: string,
    value: string,
    what: string,
    names: readonly string[],
  ): JudgementDefect => ({
    field,
    value,
    reason: `${what} is not in the project's verdict form.`,
    fix: `${names.length === 0 ? "It has none." : `It has ${names.join(", ")}.`} Add it in the project's settings, or choose one of these.`,
  });
  return [
    ...(label === null || labelOf(form, label)
      ? []
      : [
          unknown(
            "label",
            label,
            `The label ${label}`,
            labels.map(({ id }) => id),
          ),
        ]),
    ...diagnoses
      .filter((id) => !known.some((one) => one.id === id))
      .map((id) =>
        unknown(
          "diagnoses",
          id,
          `The diagnosis ${id}`,
          known.map((one) => one.id),
        ),
      ),
    ...Object.entries(rubric).flatMap(([id, answer]) => {
      const field = fields.find((one) => one.id === id);
      if (field === undefined)
        return [
          unknown(
            `rubric.${id}`,
            String(answer),
            `The field ${id}`,
            fields.map((one) => one.id),
          ),
        ];
      return isAnswerOf(field, answer)
        ? []
        : [
            {
              field: `rubric.${id}`,
              value: String(answer),
              reason: `${JSON.stringify(answer)} is no answer to ${field.name}.`,
              fix: answersOf(field),
            },
          ];
    }),
  ];
}

/** What a judgement lacks as an answer, or null: a label's note, a rubric field that is required (SPEC V2). */
export function missingPart(form: VerdictForm, { label, note, rubric }: Judgement): JudgementDefect | null {
  const chosen = labelOf(form, label);
  if (chosen === undefined) return null;
  if (chosen.needsNote && note.trim() === "")
    return {
      field: "note",
      value: note,
      reason: `A ${chosen.name} needs a note: say ${chosen.counts === "wrong" ? "what is wrong with the prediction" : "why"}.`,
      fix: "Write a note and save again.",
    };
  const open = form.fields.find((field) => field.required && isUnanswered(rubric[field.id]));
  if (open === undefined) return null;
  return {
    field: `rubric.${open.id}`,
    value: "",
    reason: `${open.name} is not answered.`,
    fix: answersOf(open),
  };
}

/** The judgement without what the form does not have: a draft that was typed under an earlier form. */
export function fittedTo<Typed extends Judgement>(form: VerdictForm, judgement: Typed): Typed {
  if (foreignParts(form, judgement).length === 0) return judgement;
  const { label, diagnoses, rubric } = judgement;
  return {
    ...judgement,
    label: label !== null && labelOf(form, label) ? label : null,
    diagnoses: diagnoses.filter((id) => form.diagnoses.some((one) => one.id === id)),
    rubric: Object.fromEntries(
      Object.entries(rubric).filter(([id, answer]) =>
        form.fields.some((field) => field.id === id && isAnswerOf(field, answer)),
      ),
    ),
  };
}

/** A judgement's parts in words, label and note apart: diagnoses and rubric answers as they are called. */
export function partsInWords(form: VerdictForm, { diagnoses, rubric, flagged }: Judgement): string[] {
  return [
    ...diagnoses.map((id) => diagnosisName(form, id)),
    ...Object.entries(rubric).map(
      ([id, answer]) => `${form.fields.find((field) => field.id === id)?.name ?? id}: ${answer}`,
    ),
    ...(flagged ? ["flagged"] : []),
  ];
}

/** The labels of a form as a choice in words: "yes or no". */
export function labelChoice(form: VerdictForm): string {
  const names = form.labels.map(({ name }) => name);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

const isUnanswered = (answer: RubricAnswers[string] | undefined): boolean =>
  answer === undefined || String(answer).trim() === "";

function isAnswerOf(field: RubricField, answer: number | string): boolean {
  if (field.kind === "scale") return typeof answer === "number" && answer >= field.from && answer <= field.to;
  return typeof answer === "string" && (field.kind === "text" || field.options.includes(answer));
}

function answersOf(field: RubricField): string {
  if (field.kind === "scale") return `Give a whole number from ${field.from} to ${field.to}.`;
  return field.kind === "text" ? "Write a text." : `Choose one of ${field.options.join(", ")}.`;
}
