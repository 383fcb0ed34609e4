import { onEveryRow } from "#shared/sql/mutate/on-every-row.ts";
import { textOf } from "#shared/sql/tree/sql-node.ts";
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
export const wrongAnswers: Check = {
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

function wrongAnswersTo(phase: CheckedPhase): WrongAnswer[] {
  return [
    {
      rule: "test-passes-on-nothing",
      sql: ["SELECT 1"],
      what: "does nothing",
      advice: "Assert what the gold brings about, or the rows that it gives.",
    },
    ...emptyResultOf(phase),
    ...everyRowOf(phase),
  ];
}

/** The gold without its rows. */
function emptyResultOf({ part, query }: CheckedPhase): WrongAnswer[] {
  if (query === null) return [];
  const sql = textOf(query.tree, query.tree.root.children[0] ?? query.tree.root);
  return [
    {
      rule: "test-passes-on-empty-result",
      sql: [...part.goldSql.slice(0, -1), `SELECT * FROM (\n${sql}\n) AS nothing WHERE 1 = 0`],
      what: "gives no row",
      advice: "Assert that there are rows before looking at them.",
    },
  ];
}

/** The gold let loose on every row: what a system that overlooks the condition would do. */
function everyRowOf({ part, trees }: CheckedPhase): WrongAnswer[] {
  const loose = trees.map(onEveryRow);
  if (loose.every((sql) => sql === null)) return [];
  return [
    {
      rule: "test-passes-on-every-row",
      sql: part.goldSql.map((sql, at) => loose[at] ?? sql),
      what: "changes every row, whatever the condition of the gold",
      advice: "Assert that the other rows are as they were: a count, a sum, or a row that must not change.",
    },
  ];
}
