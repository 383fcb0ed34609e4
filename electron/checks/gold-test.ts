import type { SubTaskLocation } from "#shared/domain/finding.ts";
import type { TestOutcome } from "#shared/domain/task-run.ts";
import type { Check } from "./check.ts";
import type { CheckedPhase } from "./checked-phase.ts";
import { wholeGold } from "./gold-locations.ts";
import { lineRange } from "./line-range.ts";

/** phase-not-tested, gold-fails-its-test, verdicts-differ: what the evaluator says of the gold itself. */
export const goldTest: Check = {
  name: "whether the gold passes its tests",
  needs: "tests",
  async *run(phase) {
    const { part, profile } = phase;
    const run = await phase.goldTest();
    const { last } = await phase.gold();
    // gold-empty has said that the default test fails it.
    const isEmpty = phase.choice === "default" && phase.query !== null && last?.rowCount === 0;
    if (run === null || isEmpty) return;
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
        message: `The gold of phase ${part.phase} does not pass under the evaluator ${profile}: ${withoutStop(reason)}. ${advice(phase)}`,
        evidence: { kind: "text", text: reason },
      };
    else if (!run.passedFixed && phase.choice !== "none")
      yield {
        rule: "verdicts-differ",
        severity: "warning",
        where: placeOf(phase, run.fixedTests.length > 0 ? run.fixedTests : run.tests),
        message: `The gold of phase ${part.phase} passes under the evaluator ${profile} as it is shipped, but not with its known faults put right: ${withoutStop(reason)}. Write the gold and its test so that both say the same.`,
        evidence: { kind: "text", text: reason },
      };
  },
};

function advice({ choice, part, task }: CheckedPhase): string {
  if (choice === "default" && part.category === "Management" && part.tests.length > 0)
    return `Its own tests are not run: conv looks for _M_ in the id ${task.instanceId}. Correct the id.`;
  return "Correct the gold or the test.";
}

/** The line of the own test that failed, or the gold under the default test. */
function placeOf({ part }: CheckedPhase, tests: readonly TestOutcome[]): SubTaskLocation {
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
