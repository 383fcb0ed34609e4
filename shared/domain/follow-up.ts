import { z } from "zod";
import { Conditions } from "./conditions.ts";
import { TestScript } from "./test-script.ts";

/** The taxonomy of follow-ups (BIRD-INTERACT appendix H.5, table 8). */
export const followUpTypes: Record<string, string> = {
  constraint_change: "Tightens or relaxes a filter.",
  topic_pivot: "Asks the same about another entity.",
  attribute_change: "Asks for other attributes, metrics or columns.",
  result_based: "Drills into, regroups or reformats the previous result.",
  aggregation: "Asks for a statistic, a concatenation, a count or a yes/no answer about it.",
  state_dependent: "Works on an object or a state that phase 1 created.",
};

/** The second sub-task: a clear question asked once phase 1 is solved, with its own gold and tests (BIRD-INTERACT §3.2). */
export const FollowUp = z.object({
  question: z.string(),
  goldSql: z.array(z.string()),
  /** Ids of the knowledge nodes that the gold uses. */
  knowledgeIds: z.array(z.number().int()),
  /** From `followUpTypes`, or another word that a file uses; null where it says none. */
  type: z.string().nullable(),
  tests: z.array(TestScript),
  category: z.string().nullable(),
  conditions: Conditions.nullable(),
  difficultyTier: z.string().nullable(),
  outputType: z.string().nullable(),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** Whether the type belongs to the taxonomy (rule U2). */
export function isKnownFollowUpType(type: string | null): boolean {
  return type !== null && Object.hasOwn(followUpTypes, type);
}

/** Whether it is declared to need the state that phase 1 leaves behind (rule U4). */
export function isStateDependent(followUp: FollowUp): boolean {
  return followUp.type === "state_dependent";
}
