import type { TextRange } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";

/**
 * Where a solver could get a part of the gold from: a clarification (an ambiguity's snippet), the question, a
 * visible knowledge node, the schema with its column meanings, the gold of phase 1 (for a follow-up), the gold itself (a
 * name that it gives), or the rules of SQL, which leave nothing to know. `nowhere`: from none of these.
 */
export type Origin =
  | "clarification"
  | "question"
  | "knowledge"
  | "schema"
  | "phase-1"
  | "gold"
  | "rules"
  | "nowhere";

/** One origin of a part and what shows it, in a sentence. */
export interface Trace {
  origin: Origin;
  evidence: string;
}

/** What a part of the gold is: a value, a name of the database, a function, an operation, or the form of the query. */
export type PartKind = "literal" | "name" | "function" | "operation" | "form";

/** A part of the gold that somebody has to know, and all that it can be known from, the surest first; never empty. */
export interface TracedPart {
  phase: Phase;
  /** Index of the gold statement, and the place in it (UTF-16 offsets). */
  statement: number;
  range: TextRange;
  kind: PartKind;
  origin: Origin;
  traces: Trace[];
}

/** The origins from the surest to the least. */
export const originOrder: readonly Origin[] = [
  "clarification",
  "question",
  "knowledge",
  "schema",
  "phase-1",
  "gold",
  "rules",
  "nowhere",
];
