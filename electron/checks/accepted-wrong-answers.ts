import { wrongAnswers as plainWrongAnswers } from "#shared/sql/mutate/wrong-answers.ts";
import type { Check } from "./check.ts";
import type { CheckedPhase } from "./checked-phase.ts";

/** An answer that no test should let pass. */
interface WrongAnswer {
  rule: string;
  sql: string[];
  what: string;
  advice: string;
}

/** test-passes-on-nothing, test-passes-on-empty-result, test-passes-on-every-row: own tests that let the plainest wrong answers pass. */
export const acceptedWrongAnswers: Check = {
  name: "answers that no test should let pass",
  needs: "tests",
  async *run(phase) {
    if (phase.choice !== "own" || !(await phase.goldTest())?.passed) return;
    for (const { rule, sql, what, advice } of wrongAnswersTo(phase)) {
      const run = await phase.test(sql);
      if (!run?.passed) continue;
      yield {
        rule,
        severity: "error",
        where:
          phase.part.tests.length === 1
            ? { kind: "test", index: 0, range: null }
            : { kind: "field", path: ["test_cases"] },
        message: `The tests of phase ${phase.part.phase} pass on an answer that ${what}. ${advice}`,
        evidence: { kind: "sql", sql: sql.join(";\n") },
      };
    }
  },
};

function wrongAnswersTo({ part, trees }: CheckedPhase): WrongAnswer[] {
  const { nothing, emptyResult, everyRow } = plainWrongAnswers(part.goldSql, trees);
  return [
    {
      rule: "test-passes-on-nothing",
      sql: nothing,
      what: "does nothing",
      advice: "Assert what the gold brings about, or the rows that it gives.",
    },
    {
      rule: "test-passes-on-empty-result",
      sql: emptyResult,
      what: "gives no row",
      advice: "Assert that there are rows before looking at them.",
    },
    {
      rule: "test-passes-on-every-row",
      sql: everyRow,
      what: "changes every row, whatever the condition of the gold",
      advice: "Assert that the other rows are as they were: a count, a sum, or a row that must not change.",
    },
  ].flatMap(({ sql, ...rest }) => (sql === null ? [] : [{ sql, ...rest }]));
}
