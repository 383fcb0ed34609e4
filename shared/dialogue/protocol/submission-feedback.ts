import { knownFaults } from "./known-faults.ts";
import type { ProtocolState } from "./state.ts";

/** What is known of a submission once it was graded. */
export interface GradedSubmission {
  passed: boolean;
  /** The engine's words where the SQL does not run; null where it ran. */
  error: string | null;
  /** What the tests said: messages of failed assertions. */
  assertions: readonly string[];
}

/**
 * What the system is told of a submission in the dialogue's phase: whether it passed, the engine's error, the follow-up
 * question after phase 1. Assertions of tests are told by an implementation that leaks them, else never (B9, B17).
 */
export function submissionFeedback(
  state: ProtocolState,
  { passed, error, assertions }: GradedSubmission,
  followUpQuestion: string | null,
): string {
  if (passed && state.phase === 1 && followUpQuestion !== null)
    return `The SQL is correct. Now a follow-up question: ${followUpQuestion}`;
  if (passed) return "The SQL is correct. There are no more questions.";
  if (error !== null) return `The SQL does not run: ${error}`;
  const { assertionsAreShown } = knownFaults(state.settings);
  const reasons = assertionsAreShown ? assertions.map((assertion) => ` ${assertion}`).join("") : "";
  return `The SQL runs, but its result is not the one asked for.${reasons}`;
}
