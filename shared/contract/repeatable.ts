/**
 * Calls that a client must not send a second time when the answer to the first was lost: they would act twice.
 * Everything else either reads, sets a value, or carries an id that makes the second time harmless (`saveId`).
 */
const sentOnce: ReadonlySet<string> = new Set([
  "verdicts.undo",
  "verdicts.redo",
  "projects.import",
  "results.runScratch",
  "tasks.import",
  "tasks.undo",
  "tasks.redo",
  "taskRuns.evaluatePredictions",
]);

/** Whether the call at `path` may be sent again when nobody knows if the back end has had it; `["verdicts", "save"]` may. */
export function isRepeatable(path: readonly string[]): boolean {
  return !sentOnce.has(path.join("."));
}

/** The paths that are sent once at most, for the test that holds them against the contract. */
export const callsSentOnce: readonly string[] = [...sentOnce];
