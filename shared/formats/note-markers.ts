import type { Diagnosis } from "../domain/verdict.ts";

/** The words by which ROSE's reviewers name a diagnosis in a note; the letters of FALSE get swapped in the real files. */
const markers: { diagnosis: Diagnosis; words: string; prefix: string }[] = [
  { diagnosis: "GoldX", words: "gold\\s+(?:false|fasle|flase)", prefix: "GOLD FALSE" },
  { diagnosis: "AmbQ", words: "ambiguous\\s+question", prefix: "AMBIGUOUS QUESTION" },
  { diagnosis: "AmbSchema", words: "ambiguous\\s+schema", prefix: "AMBIGUOUS SCHEMA" },
  { diagnosis: "EvidenceX", words: "evidence\\s+(?:false|fasle|flase)", prefix: "EVIDENCE FALSE" },
  { diagnosis: "DatabaseX", words: "database\\s+(?:issue|false)", prefix: "DATABASE ISSUE" },
];

const patterns = markers.map(({ diagnosis, words }) => ({
  diagnosis,
  // In any case where a note, line, sentence or bracket begins; elsewhere only in capitals, since "the gold false …" is prose.
  opening: new RegExp(`(?:^|[.:;,!?(\\n]\\s*|\\n\\s*)${words}\\b`, "i"),
  capitals: new RegExp(
    `\\b${words.replace(/false|fasle|flase|gold|ambiguous|question|schema|evidence|database|issue/g, (word) => word.toUpperCase())}\\b`,
  ),
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
