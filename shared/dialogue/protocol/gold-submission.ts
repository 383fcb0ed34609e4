import type { DialogueSettings } from "../../domain/dialogue.ts";
import { knownFaults } from "./known-faults.ts";

/** What an evaluator submits when it tries a gold on itself: all statements; as adk ships it the first only (B20). */
export function goldSubmission(settings: DialogueSettings, goldSql: readonly string[]): string[] {
  return knownFaults(settings).onlyFirstGoldIsSubmitted ? goldSql.slice(0, 1) : [...goldSql];
}
