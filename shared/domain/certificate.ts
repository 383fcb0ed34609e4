import { z } from "zod";
import { Cell } from "./cell.ts";
import { Finding, Location, TextRange } from "./finding.ts";
import { ResultColumn } from "./result.ts";
import { Phase } from "./task.ts";

/** So many mutants of a task are run where not all are asked for, those that change a snippet first. */
export const sampledMutants = 60;

/** The properties of a task that a certificate proves, in the order in which a person mends them (docs/certificate.md). */
export const propertyNames = [
  "runs",
  "anchored",
  "recoverable",
  "necessary",
  "guarded",
  "stateful",
  "data-proof",
  "talkable",
] as const;
export const PropertyName = z.enum(propertyNames);
export type PropertyName = z.infer<typeof PropertyName>;

const counts = z.record(z.string(), z.number().int().nonnegative());

/** What a certificate lets pass: which rule or person says so (`name`), of what, and why. */
export const CertificateException = z.object({
  rule: z.string(),
  where: Location,
  reason: z.string(),
  name: z.string(),
});
export type CertificateException = z.infer<typeof CertificateException>;

/** What came of one property. */
export const PropertyResult = z.object({
  /** Null: not judged, for the reason given. */
  holds: z.boolean().nullable(),
  reason: z.string().nullable(),
  /** Whether the task has anything that the property speaks of; where not, it is not judged and nothing is missing. */
  applies: z.boolean(),
  findings: z.array(Finding),
  exceptions: z.array(CertificateException),
  counts,
});
export type PropertyResult = z.infer<typeof PropertyResult>;

/** How a mutant ended, as Stryker defines it: detected are killed and timeout; run error and ignored stay out of the score. */
export const mutantStatuses = [
  "killed",
  "survived",
  "timeout",
  "no-coverage",
  "run-error",
  "ignored",
] as const;
export const MutantStatus = z.enum(mutantStatuses);
export type MutantStatus = z.infer<typeof MutantStatus>;

/**
 * Why a mutant survives: it means what the gold means; the evaluator cannot see the difference; the data has no row that
 * shows it; the test lets it pass although the result differs; or nobody knows.
 */
export const survivorClasses = [
  "equivalent",
  "evaluator-blind",
  "data-blind",
  "test-too-weak",
  "unexplained",
] as const;
export const SurvivorClass = z.enum(survivorClasses);
export type SurvivorClass = z.infer<typeof SurvivorClass>;

/** Rows that part a mutant from the gold: what was inserted into a private state, and what both returned then. */
export const AimedRows = z.object({
  /** What they aim at, in a few words: "a second row with the same values". */
  aim: z.string(),
  sql: z.array(z.string()),
  columns: z.array(ResultColumn),
  /** Rows that only one side returns, the first few. */
  gold: z.array(z.array(Cell)),
  mutant: z.array(z.array(Cell)),
});
export type AimedRows = z.infer<typeof AimedRows>;

/** The class of a survivor and what shows it: a named rule, how the results differ, or rows. */
export const SurvivorEvidence = z.object({
  class: SurvivorClass,
  rule: z.string(),
  summary: z.string(),
  rows: AimedRows.nullable(),
});
export type SurvivorEvidence = z.infer<typeof SurvivorEvidence>;

/** A mutant of the gold of one phase, what became of it under the tests, and why it survived. */
export const MutantResult = z.object({
  phase: Phase,
  /** Index of the changed text of the gold, and where in it. */
  statement: z.number().int().nonnegative(),
  range: TextRange,
  operator: z.string(),
  /** What it means, against the gold: "the maximum instead of the average". */
  meaning: z.string(),
  /** What stands there instead. */
  replacement: z.string(),
  status: MutantStatus,
  /** What killed it, or why it was not run. */
  reason: z.string().nullable(),
  survivor: SurvivorEvidence.nullable(),
});
export type MutantResult = z.infer<typeof MutantResult>;

/** Mutants counted by status, survivors by class. */
export const MutantCounts = z.object({
  total: z.number().int().nonnegative(),
  status: z.record(MutantStatus, z.number().int().nonnegative()),
  byClass: z.record(SurvivorClass, z.number().int().nonnegative()),
  /** Detected / (detected + undetected); null where there is nothing to measure. */
  score: z.number().nullable(),
  /** How many mutants there are beyond those that were run; 0 where all were. */
  notRun: z.number().int().nonnegative(),
});
export type MutantCounts = z.infer<typeof MutantCounts>;

export const CertificateVerdict = z.enum(["certified", "certified-with-exceptions", "not-certified"]);
export type CertificateVerdict = z.infer<typeof CertificateVerdict>;

/** What a certificate speaks of; it is void as soon as one of these changes. */
export const CertificateHashes = z.object({
  task: z.string(),
  /** The template of the database. */
  database: z.string(),
  knowledge: z.string(),
  profile: z.string(),
  simulator: z.string(),
  /** The operators that make mutants and readings. */
  operators: z.string(),
});
export type CertificateHashes = z.infer<typeof CertificateHashes>;

/** The proof by execution that a task is worth asking (design: the solvability certificate), of one revision of it. */
export const Certificate = z.object({
  instanceId: z.string(),
  verdict: CertificateVerdict,
  properties: z.record(PropertyName, PropertyResult),
  mutants: z.array(MutantResult),
  counts: MutantCounts,
  hashes: CertificateHashes,
});
export type Certificate = z.infer<typeof Certificate>;
