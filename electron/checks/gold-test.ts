import type { SubTaskPlace } from "#shared/domain/finding.ts";
import type { PhaseRun, TestOutcome } from "#shared/domain/task-run.ts";
import type { Check } from "./check.ts";
import type { CheckedPhase } from "./checked-phase.ts";
import { wholeGold } from "./gold-places.ts";
import { lineRange } from "./line-range.ts";

/** gold-fails-its-test, verdicts-differ, phase-not-tested: what the evaluator says of the gold itself. */
export const goldTest: Check = {
  name: "whether the gold passes its tests",
  needs: "tests",
  async *run(phase) {
    const { part, profile } = phase;
    const run = await phase.goldTest();
    if (run === null) return;
    if (phase.choice === "none")
      yield {
        rule: "phase-not-tested",
        severity: "warning",
        where: { kind: "field", path: ["test_cases"] },
        message: `The evaluator ${profile} runs no test in phase ${part.phase}, so that every answer that executes passes. Write a test.`,
      };
    const reason = run.reason ?? "";
    if (!run.passed)
      yield {
        rule: "gold-fails-its-test",
        severity: "error",
        where: placeOf(phase, run.tests),
        message: `The gold of phase ${part.phase} does not pass under the evaluator ${profile}: ${withoutStop(reason)}. Correct the gold or the test.`,
        evidence: { kind: "text", text: reason },
      };
    if (run.passed !== run.passedFixed && phase.choice !== "none")
      yield {
        rule: "verdicts-differ",
        severity: "warning",
        where: placeOf(phase, run.passed ? fixedTests(run) : run.tests),
        message: `The gold of phase ${part.phase} ${run.passed ? "passes only" : "fails only"} under the evaluator ${profile} as it is shipped, not with its known faults put right: ${withoutStop(reason)}. Write the gold and its test so that both say the same.`,
        evidence: { kind: "text", text: reason },
      };
  },
};

function fixedTests({ tests, fixedTests }: PhaseRun): TestOutcome[] {
  return fixedTests.length > 0 ? fixedTests : tests;
}

/** The line of the own test that failed, or the gold under the default test. */
function placeOf({ part }: CheckedPhase, tests: readonly TestOutcome[]): SubTaskPlace {
  const failed = tests.find(({ status, index }) => status !== "passed" && index !== null);
  if (failed === undefined || failed.index === null) return wholeGold(part.goldSql.length - 1);
  const line = failed.traceback.findLast((frame) =>
    part.tests[failed.index ?? 0]?.includes(frame.text),
  )?.line;
  return {
    kind: "test",
    index: failed.index,
    range: lineRange(part.tests[failed.index] ?? "", line ?? null),
  };
}

function withoutStop(text: string): string {
  return text.trim().replace(/\.$/, "");
}
