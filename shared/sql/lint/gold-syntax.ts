import type { Finding } from "../../domain/finding.ts";
import { subTasks } from "../../domain/task.ts";
import { goldLocation, type LintContext } from "./lint-context.ts";

/** gold-not-parsed: a gold statement is no SQL of its dialect. */
export function goldSyntaxFindings({ task, dialect, parser }: LintContext): Finding[] {
  return subTasks(task).flatMap(({ phase, goldSql }) =>
    goldSql.flatMap((sql, statement): Finding[] => {
      if (sql.trim() === "") return [];
      const problem = parser.syntaxProblem(sql, dialect);
      if (problem === null) return [];
      const line = problem.range === null ? "" : ` on line ${lineOf(sql, problem.range.from)}`;
      return [
        {
          rule: "gold-not-parsed",
          severity: "error",
          where: goldLocation(phase, statement, problem.range),
          message: `Statement ${statement + 1} of the gold of phase ${phase} does not parse${line}: ${problem.message}. Correct it; no evaluator can run it.`,
          evidence: { kind: "text", text: problem.message },
        },
      ];
    }),
  );
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
