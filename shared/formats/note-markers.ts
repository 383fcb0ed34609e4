import { type Diagnosis, diagnoses, diagnosisSpecs } from "../domain/verdict.ts";

const markers = diagnoses.map((diagnosis) => ({ diagnosis, ...diagnosisSpecs[diagnosis].marker }));

const patterns = markers.map(({ diagnosis, words }) => ({
  diagnosis,
  // In any case where a note, line, sentence or bracket begins; elsewhere only in capitals, since "the gold false …" is prose.
  opening: new RegExp(`(?:^|[.:;,!?(\\n]\\s*|\\n\\s*)${words}\\b`, "i"),
  capitals: new RegExp(`\\b${words.replace(/(?<!\\)[a-z]/g, (letter) => letter.toUpperCase())}\\b`),
}));

/** The diagnoses that a note names, in the order of the domain (SPEC P5). */
export function diagnosesIn(note: string): Diagnosis[] {
  return patterns
    .filter(({ opening, capitals }) => opening.test(note) || capitals.test(note))
    .map(({ diagnosis }) => diagnosis);
}

/** The note with a prefix for each diagnosis that it does not name yet, as ROSE's files have no field for them. */
export function noteWithMarkers(note: string, diagnoses: readonly Diagnosis[]): string {
  const named = new Set(diagnosesIn(note));
  const missing = markers.filter(({ diagnosis }) => diagnoses.includes(diagnosis) && !named.has(diagnosis));
  if (missing.length === 0) return note;
  const prefix = missing.map((marker) => marker.prefix).join("\n");
  return note === "" ? prefix : `${prefix}: ${note}`;
}
