import { inPhase } from "../../domain/finding.ts";
import { type SubTask, subTasks } from "../../domain/task.ts";
import { definesTestCase, EvaluatorProfile, helpersCalled, profilesFor } from "../../domain/test-script.ts";
import { lineRange } from "../../text/line-range.ts";
import { pythonLayoutProblem } from "../../text/python-layout.ts";
import { defineRules, type FindingOf, textFamily } from "../rule.ts";

const rules = defineRules({
  "test-not-python": {
    severity: "error",
    meaning:
      "A test script has an unclosed string or bracket, or a wrong indent, so it does not compile. `test-does-not-compile` reports other reasons.",
    fix: "Correct the line.",
  },
  "test-defines-no-test-case": {
    severity: "error",
    meaning: "The script defines no `test_case` at the left margin, so every answer fails it.",
    fix: "Define `test_case` at the left margin.",
  },
  "test-helper-not-everywhere": {
    severity: {
      warning: "no evaluator provides all functions that the script calls",
      info: "some evaluators provide them",
    },
    meaning: "The script calls a function that not every evaluator provides.",
    fix: "Call only `execute_queries`.",
  },
});

/** What is wrong with test scripts as they are written (rules T21, T23). */
export const testScripts = textFamily({
  topic: "code",
  rules,
  find: ({ task }) =>
    subTasks(task).flatMap((part) =>
      part.tests.flatMap((script, index) => [...scriptFindings(part, script, index)]),
    ),
});

function* scriptFindings(
  { phase }: SubTask,
  script: string,
  index: number,
): Generator<FindingOf<typeof rules>> {
  const name = `Test ${index + 1} of phase ${phase}`;
  const problem = pythonLayoutProblem(script);
  const line = problem === null ? null : lineRange(script, problem.line);
  const where = inPhase(phase, { kind: "test", index, range: line });
  const profiles = profilesFor(script);
  if (problem !== null)
    yield {
      rule: "test-not-python",
      where,
      message: `${name} does not compile, line ${problem.line}: ${problem.message}. Every answer fails it. Correct the line.`,
      evidence: { kind: "text", text: problem.message },
    };
  else if (!definesTestCase(script))
    yield {
      rule: "test-defines-no-test-case",
      where,
      message: `${name} defines no function test_case, so every answer fails it. Define it at the left margin.`,
    };
  if (profiles.length < EvaluatorProfile.options.length)
    yield {
      rule: "test-helper-not-everywhere",
      severity: profiles.length === 0 ? "warning" : "info",
      where: inPhase(phase, { kind: "test", index, range: null }),
      message:
        `${name} calls ${helpersCalled(script).join(", ")}, which not every evaluator provides: ` +
        `it runs under ${profiles.length === 0 ? "none of them" : profiles.join(" and ")}. Call only execute_queries.`,
    };
}
