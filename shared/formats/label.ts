import { emptyJudgement, type Judgement, type Label } from "../domain/verdict.ts";
import { diagnosesIn } from "./note-markers.ts";

const yes = new Set(["true", "yes", "y", "1", "correct", "t"]);
const no = new Set(["false", "no", "n", "0", "incorrect", "wrong", "f"]);

/** A label as files spell it (true, "yes", 1 …); null where there is none yet, "unreadable" for anything else. */
export function readLabel(value: unknown): Label | null | "unreadable" {
  if (value === undefined || value === null || value === "") return null;
  const word = typeof value === "string" ? value.trim().toLowerCase() : String(value);
  if (yes.has(word)) return "yes";
  if (no.has(word)) return "no";
  return word === "" ? null : "unreadable";
}

/** `reason`, `reason_1`, `reason_2` …: the fields that hold notes, in the order in which they are read. */
export function reasonFields(names: readonly string[]): string[] {
  const numbered = names
    .filter((name) => /^reason_[1-9][0-9]?$/.test(name))
    .sort((left, right) => Number(left.slice(7)) - Number(right.slice(7)));
  return names.includes("reason") ? ["reason", ...numbered] : numbered;
}

/** The judgement that a label and its notes stand for, each note kept whole; null where the file says nothing (SPEC P5). */
export function importedJudgement(label: Label | null, reasons: readonly string[]): Judgement | null {
  const note = [...new Set(reasons.filter((reason) => reason.trim() !== ""))].join("\n\n");
  if (label === null && note === "") return null;
  return { ...emptyJudgement, label, note, diagnoses: diagnosesIn(note) };
}
