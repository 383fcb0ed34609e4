import type { SubTaskLocation } from "../../domain/finding.ts";
import type { TestOutcome } from "../../domain/task-run.ts";
import { lineRange } from "../../text/line-range.ts";
import type { CheckedPhase } from "../checked-phase.ts";
import { wholeGold } from "../checked-phase.ts";
import { checkFamily, defineRules } from "../rule.ts";

const rules = defineRules({
  "phase-not-tested": {
    severity: "warning",
    meaning: "The evaluator runs no test, so every answer that executes passes.",
    fix: "Write a test.",
  },
  "gold-fails-its-test": {
    severity: "error",
    meaning: "The gold does not pass under the evaluator.",
    fix: "Correct the gold, the test, or an id that hides the test.",
  },
  "verdicts-differ": {
    severity: "warning",
    meaning:
      "The gold passes under the evaluator as shipped, but not with its known faults fixed (docs/evaluators.md).",
    fix: "Write the gold and its test so that both agree.",
  },
});

/** What the evaluator says of the gold itself. */
export const goldTest = checkFamily({
  topic: "tests",
  needs: "run",
  about: "whether the gold passes its tests",
  rules,
  async *check(phase) {
    const { part, profile } = phase;
    const run = await phase.goldTest();
    const { last } = await phase.gold();
    // gold-empty has said that the default test fails it.
    const isEmpty = phase.choice === "default" && phase.query !== null && last?.rowCount === 0;
    if (run === null || isEmpty) return;
    if (phase.choice === "none")
      yield {
        rule: "phase-not-tested",
        where: { kind: "field", path: ["test_cases"] },
        message: `The evaluator ${profile} runs no test in phase ${part.phase}, so every answer that executes passes. Write a test.`,
      };
    const reason = run.reason ?? "";
    if (!run.passed)
      yield {
        rule: "gold-fails-its-test",
        where: placeOf(phase, run.tests),
        message: `The gold of phase ${part.phase} does not pass under the evaluator ${profile}: ${withoutStop(reason)}. ${advice(phase)}`,
        evidence: { kind: "text", text: reason },
      };
    else if (!run.passedFixed && phase.choice !== "none")
      yield {
        rule: "verdicts-differ",
        where: placeOf(phase, run.fixedTests.length > 0 ? run.fixedTests : run.tests),
        message: `The gold of phase ${part.phase} passes under the evaluator ${profile} as shipped, but not with its known faults fixed: ${withoutStop(reason)}. Write the gold and its test so that both agree.`,
        evidence: { kind: "text", text: reason },
      };
  },
});

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
