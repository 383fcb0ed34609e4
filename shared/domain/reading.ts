import { z } from "zod";

/** Where a reading came from: an operator on the gold's node, the schema, the knowledge base, a person, or a language model. */
export const ReadingSource = z.enum(["operator", "schema", "knowledge", "person", "model"]);
export type ReadingSource = z.infer<typeof ReadingSource>;

/**
 * One executable meaning of an ambiguity other than the gold's: SQL that stands in place of its key SQL snippet and that
 * a sensible person could have meant. A proposal that nobody rejected counts, and is marked as not reviewed.
 */
export const Reading = z.object({
  /** What stands in the gold where the snippet stood. Unique among the readings of an ambiguity. */
  sql: z.string().min(1),
  source: ReadingSource,
  /** What made it: the operator of shared/sql/mutate, or the language model, as its endpoint calls it; null where neither did. */
  operator: z.string().nullable(),
  /** What it means, against the gold's reading, in a few plain words: "the maximum instead of the average". */
  meaning: z.string(),
  status: z.enum(["proposed", "kept", "rejected"]),
  /** Why it was rejected; null where it was not. */
  reason: z.string().nullable(),
});
export type Reading = z.infer<typeof Reading>;

/**
 * What came of the gold with a reading in it, against the gold: other rows or another state; the same on this data; no rows
 * where the gold has some; or it does not run.
 */
export const ReadingResult = z.object({
  reading: Reading,
  outcome: z.enum(["differs", "same", "empty", "fails"]),
  /** The same for a person: "8 rows instead of 5". */
  summary: z.string(),
});
export type ReadingResult = z.infer<typeof ReadingResult>;

/** What an annotator stored of one ambiguity for dialogues: the words that settle it, and its readings. */
export const Clarification = z.object({
  /** The answer of the user to a question about it; null: the built-in sentence is used. */
  words: z.string().nullable(),
  readings: z.array(Reading),
});
export type Clarification = z.infer<typeof Clarification>;

/** What an ambiguity has as long as nobody stored anything for dialogues. */
export const noClarification: Clarification = { words: null, readings: [] };
