import { type Finding, inPhase } from "../../domain/finding.ts";
import { subTasks } from "../../domain/task.ts";
import type { LintContext } from "./lint-context.ts";
import { pythonLayoutProblem } from "./python-layout.ts";

/** test-not-python: a test script that Python cannot even take apart; whether it compiles is told when it is run. */
export function testSyntaxFindings({ task }: LintContext): Finding[] {
  return subTasks(task).flatMap(({ phase, tests }) =>
    tests.flatMap((script, index): Finding[] => {
      const problem = pythonLayoutProblem(script);
      if (problem === null) return [];
      return [
        {
          rule: "test-not-python",
          severity: "error",
          where: inPhase(phase, { kind: "test", index, range: lineRange(script, problem.line) }),
          message: `Test ${index + 1} of phase ${phase} does not compile, line ${problem.line}: ${problem.message}. Every answer fails it until it is corrected.`,
          evidence: { kind: "text", text: problem.message },
        },
      ];
    }),
  );
}

function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split(/(?<=\n)/);
  const from = lines.slice(0, line - 1).join("").length;
  return { from, to: from + (lines[line - 1] ?? "").trimEnd().length };
}
