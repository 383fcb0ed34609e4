import { emptyJudgement, type Judgement } from "../domain/verdict.ts";
import type { VerdictForm } from "../domain/verdict-form.ts";
import { diagnosesIn } from "./note-markers.ts";

const right = new Set(["true", "yes", "y", "1", "correct", "t"]);
const wrong = new Set(["false", "no", "n", "0", "incorrect", "wrong", "f"]);

/**
 * A label as files spell it: by the id or name of one of the form's, or as true, "no", 1 …, which stand for the form's first
 * label that counts so; null where there is none yet, "unreadable" for anything else. Without a form any text will do.
 */
export function readLabel(value: unknown, form: VerdictForm | null): { id: string } | null | "unreadable" {
  if (value === undefined || value === null || value === "") return null;
  const word = typeof value === "string" ? value.trim().toLowerCase() : String(value);
  if (word === "") return null;
  if (form === null) return { id: word };
  const counts = right.has(word) ? "right" : wrong.has(word) ? "wrong" : undefined;
  return (
    form.labels.find((label) => [label.id.toLowerCase(), label.name.toLowerCase()].includes(word)) ??
    form.labels.find((label) => label.counts === counts) ??
    "unreadable"
  );
}

/** What a file may write as a label, in words. */
export function labelSpellings(form: VerdictForm): string {
  const counting = ["right", "wrong"].every((counts) => form.labels.some((label) => label.counts === counts));
  const ids = form.labels.map(({ id }) => id).join(", ");
  return counting ? `true or false (or ${ids}, 1 and 0)` : `one of ${ids}`;
}

/** `reason`, `reason_1`, `reason_2` …: the fields that hold notes, in the order in which they are read. */
export function reasonFields(names: readonly string[]): string[] {
  const numbered = names
    .filter((name) => /^reason_[1-9][0-9]?$/.test(name))
    .sort((left, right) => Number(left.slice(7)) - Number(right.slice(7)));
  return names.includes("reason") ? ["reason", ...numbered] : numbered;
}

/** The judgement that a label and its notes stand for, each note kept whole; null where the file says nothing (SPEC P5). */
export function importedJudgement(
  label: string | null,
  reasons: readonly string[],
  form: VerdictForm | null,
): Judgement | null {
  const note = [...new Set(reasons.filter((reason) => reason.trim() !== ""))].join("\n\n");
  if (label === null && note === "") return null;
  return { ...emptyJudgement, label, note, diagnoses: form === null ? [] : diagnosesIn(note, form) };
}
