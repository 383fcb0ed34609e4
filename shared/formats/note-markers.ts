import type { VerdictDiagnosis, VerdictForm } from "../domain/verdict-form.ts";

/** The diagnoses that a note names by a marker, in the order of the form (SPEC P5). */
export function diagnosesIn(note: string, form: VerdictForm): string[] {
  return patternsOf(form)
    .filter(({ patterns }) => patterns.some((pattern) => pattern.test(note)))
    .map(({ id }) => id);
}

/** The note with a prefix for each diagnosis that it does not name yet, as ROSE's files have no field for them. */
export function noteWithMarkers(note: string, diagnoses: readonly string[], form: VerdictForm): string {
  const named = new Set(diagnosesIn(note, form));
  const missing = form.diagnoses.filter(({ id }) => diagnoses.includes(id) && !named.has(id));
  const prefix = missing.flatMap(({ markers }) => markers.slice(0, 1)).join("\n");
  if (prefix === "") return note;
  return note === "" ? prefix : `${prefix}: ${note}`;
}

interface DiagnosisPatterns {
  id: string;
  patterns: readonly RegExp[];
}

const known = new WeakMap<VerdictForm, readonly DiagnosisPatterns[]>();

function patternsOf(form: VerdictForm): readonly DiagnosisPatterns[] {
  const patterns =
    known.get(form) ?? form.diagnoses.map(({ id, markers }) => ({ id, patterns: markers.flatMap(readAs) }));
  known.set(form, patterns);
  return patterns;
}

/** In any case where a note, line, sentence or bracket begins; elsewhere only in capitals, since "the gold false …" is prose. */
function readAs(marker: VerdictDiagnosis["markers"][number]): RegExp[] {
  const words = marker
    .trim()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\s+/g, " ");
  const spaced = (text: string) => text.replaceAll(" ", "\\s+");
  return [
    // A line end begins anew: what blanks are read behind each has none of them, else a run of them is read from each.
    new RegExp(`(?:^|[.:;,!?(\\n])[^\\S\\n]*${spaced(words)}\\b`, "i"),
    new RegExp(`\\b${spaced(words.toUpperCase())}\\b`),
  ];
}
