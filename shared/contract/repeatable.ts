/**
 * Calls that a client must not send a second time when the answer to the first was lost: they would act twice, or be paid for twice.
 * Everything else either reads, sets a value, or carries an id that makes the second time harmless (`saveId`).
 */
export const callsSentOnce: ReadonlySet<string> = new Set([
  "verdicts.undo",
  "verdicts.redo",
  "guidelines.save",
  "projects.import",
  "results.runScratch",
  "tasks.import",
  "taskRuns.evaluatePredictions",
  "taskRuns.modelReadings",
]);

/** Whether the call at `path` may be sent again when nobody knows if the back end has had it; `["verdicts", "save"]` may. */
export function isRepeatable(path: readonly string[]): boolean {
  return !callsSentOnce.has(path.join("."));
}
