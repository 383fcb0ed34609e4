import { z } from "zod";
import { Clarification } from "./reading.ts";

/** What is stored for dialogues. Drafts and findings of older versions lack it and are taken; whoever writes one has it. */
const stored = {
  words: Clarification.shape.words.default(null) as unknown as typeof Clarification.shape.words,
  readings: Clarification.shape.readings.default([]) as unknown as typeof Clarification.shape.readings,
};

const shared = {
  /** The words of the ambiguous question. */
  term: z.string(),
  /** The key SQL snippet of the gold that clarifies the term (BIRD-INTERACT §3.2: its clarification source). */
  sqlSnippet: z.string(),
  /** Kept from the file (`is_mask`); null where the file does not say. */
  isMask: z.boolean().nullable(),
  /** From the taxonomy of `ambiguityTypes`, or another word that a file uses. */
  type: z.string(),
  /** Which item of its kind it was in the file it came from (0-based); null for a new one. Keeps unknown fields with it. */
  origin: z.number().int().nonnegative().nullable(),
  ...stored,
};

/** The request itself is vague: without an answer the SQL is wrong (intent level, appendix H.4, table 6). */
export const CriticalAmbiguity = z.object({ kind: z.literal("critical"), ...shared });
/** The intent is clear, details of the SQL are open (implementation level, appendix H.4, table 7). */
export const NonCriticalAmbiguity = z.object({ kind: z.literal("non-critical"), ...shared });
/** A knowledge node is hidden from the system under test (appendix H.2). */
export const KnowledgeAmbiguity = z.object({
  kind: z.literal("knowledge"),
  ...shared,
  /** The id of the masked node, or null where the file names none (-1). */
  deletedKnowledge: z.number().int().nullable(),
});
/** Noise in the data decides the SQL: NULLs, mixed units, inconsistent names (appendix H.2). */
export const EnvironmentalAmbiguity = z.object({
  kind: z.literal("environmental"),
  ...shared,
  /** The noisy column as `table.column`, or null. */
  column: z.string().nullable(),
});

/** One ambiguity of a task: the words that need clarifying and the gold's snippet that clarifies them. */
export const Ambiguity = z.discriminatedUnion("kind", [
  CriticalAmbiguity,
  NonCriticalAmbiguity,
  KnowledgeAmbiguity,
  EnvironmentalAmbiguity,
]);
export type Ambiguity = z.infer<typeof Ambiguity>;
export type CriticalAmbiguity = z.infer<typeof CriticalAmbiguity>;
export type NonCriticalAmbiguity = z.infer<typeof NonCriticalAmbiguity>;
export type KnowledgeAmbiguity = z.infer<typeof KnowledgeAmbiguity>;
export type EnvironmentalAmbiguity = z.infer<typeof EnvironmentalAmbiguity>;
export type AmbiguityKind = Ambiguity["kind"];

/** The order in which a task lists its ambiguities (rule A1); an ambiguity's number is its position in that list. */
export const ambiguityKinds = ["critical", "non-critical", "knowledge", "environmental"] as const;

/** The taxonomy of each kind: appendix H.4 tables 6 and 7; the environmental ones after H.2, in our words. */
export const ambiguityTypes: Record<AmbiguityKind, readonly string[]> = {
  critical: [
    "lexical_ambiguity",
    "syntactic_ambiguity",
    "semantic_ambiguity",
    "schema_linking_ambiguity",
    "intent_ambiguity",
    "knowledge_linking_ambiguity",
  ],
  "non-critical": [
    "decimal_ambiguity",
    "join_ambiguity",
    "distinct_ambiguity",
    "sort_ambiguity",
    "null_ambiguity",
    "rank_ambiguity",
    "divide_by_zero_ambiguity",
  ],
  knowledge: ["knowledge_ambiguity"],
  environmental: ["null_value_ambiguity", "mixed_unit_ambiguity", "inconsistent_name_ambiguity"],
};

/** Whether the type belongs to the taxonomy of its kind (rule A4). */
export function isKnownType(ambiguity: Ambiguity): boolean {
  return ambiguityTypes[ambiguity.kind].includes(ambiguity.type);
}

/** Whether a system must ask about it: critical and knowledge ambiguities count towards the budget (rule A5). */
export function needsClarification(ambiguity: Ambiguity): boolean {
  return ambiguity.kind === "critical" || ambiguity.kind === "knowledge";
}

/** The ambiguities in the order of rule A1; within a kind their order stays. */
export function inKindOrder(ambiguities: readonly Ambiguity[]): Ambiguity[] {
  return ambiguityKinds.flatMap((kind) => ambiguities.filter((ambiguity) => ambiguity.kind === kind));
}

/** The ambiguities of one kind, typed as that kind. */
export function ofKind<K extends AmbiguityKind>(
  ambiguities: readonly Ambiguity[],
  kind: K,
): Extract<Ambiguity, { kind: K }>[] {
  return ambiguities.filter(
    (ambiguity): ambiguity is Extract<Ambiguity, { kind: K }> => ambiguity.kind === kind,
  );
}
