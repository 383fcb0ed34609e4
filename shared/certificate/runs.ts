import type { CertificateException, PropertyResult } from "../domain/certificate.ts";
import type { Behaviour } from "../domain/dialogue.ts";
import type { Finding } from "../domain/finding.ts";
import type { PhaseResult } from "../domain/task-run.ts";
import { judged, notJudged } from "./verdict.ts";

/**
 * Whether the gold of each phase runs and passes its tests. Under the fixed evaluator a phase that fails only as shipped holds,
 * with an exception that says why.
 */
export function runs(
  golds: readonly (PhaseResult | null)[],
  behaviour: Behaviour,
  found: readonly Finding[],
): PropertyResult {
  const isWithheld = golds.some(
    (gold) => gold === null || gold.steps.every(({ statements }) => statements.length === 0),
  );
  if (isWithheld) return notJudged("The gold is withheld, or there is no Python to run its tests.");
  const results = golds.filter((gold) => gold !== null);
  const excused = results.filter(
    (gold) => behaviour === "fixed" && !gold.passed && gold.passedFixed && !isOfScript(gold),
  );
  const exceptions = excused.map(
    ({ phase, reason }): CertificateException => ({
      rule: "evaluator-as-shipped",
      where: phase === 1 ? { kind: "task" } : { kind: "follow-up", inside: null },
      reason: `The gold of phase ${phase} passes only with the evaluator's faults fixed: ${reason ?? ""}`,
      name: "automatic",
    }),
  );
  const passing = results.filter((gold) =>
    behaviour === "fixed" ? gold.passedFixed && !isOfScript(gold) : gold.passed,
  );
  const kept =
    passing.length === results.length ? found.filter(({ rule }) => rule !== "gold-fails-its-test") : found;
  const broken: Finding[] = results
    .filter((one) => !passing.includes(one) && !kept.some(({ rule }) => rule === "gold-fails-its-test"))
    .map(({ phase, reason }) => ({
      rule: "gold-fails-its-test",
      severity: "error",
      where: phase === 1 ? { kind: "task" } : { kind: "follow-up", inside: null },
      message: `The gold of phase ${phase} does not pass its tests: ${reason ?? "no reason is known"}`,
    }));
  return judged([...kept, ...broken], { phases: results.length, passing: passing.length }, exceptions);
}

/** Whether a script of the task fails the gold, which no fault of the evaluator explains: not run as fixed, it would not fail. */
function isOfScript({ tests, fixedTests }: PhaseResult): boolean {
  const passes = (index: number) =>
    fixedTests.some((test) => test.index === index && test.status === "passed");
  return (
    fixedTests.length > 0 &&
    tests.some(({ index, status }) => index !== null && status !== "passed" && !passes(index))
  );
}
