import type { RubricField, VerdictForm } from "./verdict-form.ts";

/**
 * The single keys of the review screen that are not a form's own; a test compares them with its commands. A form may take the
 * others: y, n, z and the digits, and most letters with Shift.
 */
export const reviewKeys: readonly string[] = [
  ..."abcdefghijklmopqrstuvwx",
  ...["shift+c", "shift+f", "shift+g", "shift+j", "shift+k", "shift+l", "shift+r", "shift+u", "shift+x"],
];

/** One thing that is wrong with a form: which entry of which part, and what to do about it. `at` null: the part as a whole. */
export interface FormDefect {
  part: keyof VerdictForm;
  at: number | null;
  text: string;
}

/** What the queue's filter calls items by, beside labels. */
const queueWords = ["unlabelled", "skipped", "flagged"];

/** How long a scale, and a list of answers, may be. */
const mostSteps = 20;

/** What is wrong with a form as a whole; empty: it can be judged by. */
export function formDefects(form: VerdictForm): FormDefect[] {
  return [
    ...(form.labels.length < 2
      ? [{ part: "labels" as const, at: null, text: "A form needs two labels at least." }]
      : []),
    ...form.labels.flatMap(({ id }, at) =>
      queueWords.includes(id)
        ? [{ part: "labels" as const, at, text: `The queue uses the word ${id}: choose another id.` }]
        : [],
    ),
    ...repeated(
      form,
      (entry) => entry.id.toLowerCase(),
      (entry) => `The id ${entry.id} is there twice.`,
    ),
    ...repeated(
      form,
      (entry) => entry.name.trim().toLowerCase(),
      (entry) => `The name ${entry.name} is there twice.`,
    ),
    ...keyDefects(form),
    ...markerDefects(form),
    ...form.fields.flatMap((field, at) =>
      fieldDefects(field).map((text) => ({ part: "fields" as const, at, text })),
    ),
  ];
}

const parts = ["labels", "diagnoses", "fields"] as const;
type Entry = VerdictForm[(typeof parts)[number]][number];

/** Entries of one part that share something which only one of them may have. */
function repeated(
  form: VerdictForm,
  key: (entry: Entry) => string,
  text: (entry: Entry) => string,
): FormDefect[] {
  return parts.flatMap((part) => {
    const entries: readonly Entry[] = form[part];
    return entries.flatMap((entry, at) =>
      entries.slice(0, at).some((earlier) => key(earlier) === key(entry))
        ? [{ part, at, text: text(entry) }]
        : [],
    );
  });
}

/** Keys are one pool for the whole form, and never those of the review screen. */
function keyDefects(form: VerdictForm): FormDefect[] {
  const taken = new Map<string, string>();
  return parts.flatMap((part) =>
    (form[part] as readonly Entry[]).flatMap(({ key, name }, at) => {
      if (key === null) return [];
      const other = reviewKeys.includes(key) ? "the review screen" : taken.get(key);
      taken.set(key, taken.get(key) ?? name);
      return other === undefined
        ? []
        : [{ part, at, text: `The key ${key} belongs to ${other}: choose another.` }];
    }),
  );
}

/** A marker has to lead to one diagnosis, and to be found as whole words. */
function markerDefects({ diagnoses }: VerdictForm): FormDefect[] {
  const seen = new Set<string>();
  return diagnoses.flatMap(({ markers }, at) =>
    markers.flatMap((marker) => {
      const words = marker.trim().toUpperCase().replaceAll(/\s+/g, " ");
      const texts = [
        ...(seen.has(words) ? [`The marker ${marker} is there twice.`] : []),
        ...(/^\w.*\w$/.test(words)
          ? []
          : [`The marker ${marker} has to begin and end with a letter or digit.`]),
      ];
      seen.add(words);
      return texts.map((text) => ({ part: "diagnoses" as const, at, text }));
    }),
  );
}

function fieldDefects(field: RubricField): string[] {
  if (field.kind === "scale") {
    if (field.from >= field.to) return ["The scale has to end above its beginning."];
    return field.to - field.from >= mostSteps ? [`A scale has ${mostSteps} steps at most.`] : [];
  }
  if (field.kind === "text") return [];
  const { options } = field;
  if (options.length < 2) return ["A choice needs two answers at least."];
  if (options.length > mostSteps) return [`A choice has ${mostSteps} answers at most.`];
  return new Set(options).size < options.length ? ["An answer is there twice."] : [];
}
