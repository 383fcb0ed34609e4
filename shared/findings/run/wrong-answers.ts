import { wrongAnswers } from "../../sql/mutate/wrong-answers.ts";
import { checkFamily, defineRules } from "../rule.ts";

const rules = defineRules({
  "test-passes-on-nothing": {
    severity: "error",
    meaning: "The task's own tests pass on `SELECT 1`.",
    fix: "Assert what the gold changes, or the rows that it returns.",
  },
  "test-passes-on-empty-result": {
    severity: "error",
    meaning: "The task's own tests pass on the gold without its rows.",
    fix: "Assert that there are rows before checking them.",
  },
  "test-passes-on-every-row": {
    severity: "error",
    meaning: "The task's own tests pass when UPDATE and DELETE lose their WHERE condition.",
    fix: "Assert that the other rows are unchanged: a count, a sum, or a row that must not change.",
  },
});

/** Own tests that let the plainest wrong answers pass. */
export const acceptedWrongAnswers = checkFamily({
  topic: "tests",
  needs: "run",
  about: "answers that should fail",
  rules,
  async *check(phase) {
    if (phase.choice !== "own" || !(await phase.goldTest())?.passed) return;
    const { nothing, emptyResult, everyRow } = wrongAnswers(phase.part.goldSql, phase.trees);
    const answers = [
      { rule: "test-passes-on-nothing", sql: nothing, what: "does nothing" },
      { rule: "test-passes-on-empty-result", sql: emptyResult, what: "returns no rows" },
      {
        rule: "test-passes-on-every-row",
        sql: everyRow,
        what: "changes every row, whatever the condition of the gold",
      },
    ] as const;
    for (const { rule, sql, what } of answers) {
      if (sql === null || !(await phase.test(sql))?.passed) continue;
      yield {
        rule,
        where:
          phase.part.tests.length === 1
            ? { kind: "test", index: 0, range: null }
            : { kind: "field", path: ["test_cases"] },
        message: `The tests of phase ${phase.part.phase} pass on an answer that ${what}. ${rules[rule].fix}`,
        evidence: { kind: "sql", sql: sql.join(";\n") },
      };
    }
  },
});
