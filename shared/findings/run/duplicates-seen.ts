import { withoutDistinct } from "../../sql/mutate/without-distinct.ts";
import type { CheckedPhase } from "../checked-phase.ts";
import { goldRange, rowsAsEvidence, wholeGold } from "../checked-phase.ts";
import { differingRow } from "../data/same-rows.ts";
import { checkFamily, defineRules, type PhaseFindingOf } from "../rule.ts";

const rules = defineRules({
  "distinct-not-tested": {
    severity: "warning",
    meaning: "Without its DISTINCT (or with UNION ALL) the gold returns other rows but still passes.",
    fix: "Ask for a count, or write a test.",
  },
  "duplicates-not-tested": {
    severity: "warning",
    meaning: "The gold returns rows more than once, but its test compares sets.",
    fix: "Add a column that separates them, or remove the duplicates from the gold.",
  },
});
type DuplicateFinding = PhaseFindingOf<typeof rules>;

/** Duplicates that the gold takes out, or gives, and that its test cannot see. */
export const duplicatesSeen = checkFamily({
  topic: "tests",
  needs: "run",
  about: "duplicates that the test ignores",
  rules,
  async *check(phase) {
    if (phase.query === null || phase.choice === "none" || !(await phase.goldTest())?.passed) return;
    yield* distinctNotTested(phase);
    const finding = await duplicatesNotTested(phase);
    if (finding !== null) yield finding;
  },
});

/** Each DISTINCT whose removal changes the rows and is not noticed. */
async function* distinctNotTested(phase: CheckedPhase): AsyncGenerator<DuplicateFinding> {
  const { part, trees } = phase;
  const { last } = await phase.gold();
  for (const [statement, tree] of trees.entries())
    for (const mutant of withoutDistinct(tree)) {
      const sql = part.goldSql.map((text, at) => (at === statement ? mutant.sql : text));
      const other = (await phase.run(sql)).last;
      if (last === null || other?.status !== "ok") continue;
      const row = differingRow(last, other, { ordered: false });
      if (row === null || !(await phase.test(sql))?.passed) continue;
      yield {
        rule: "distinct-not-tested",
        where: goldRange(statement, mutant.range),
        message: `Without this ${tree.sql.slice(mutant.range.from, mutant.range.to).toUpperCase()} the gold of phase ${part.phase} returns ${other.rowCount} rows instead of ${last.rowCount} but still passes: the test ignores duplicates. Ask for a count, or write a test script.`,
        evidence: { kind: "sql", sql: sql.join(";\n") },
      };
    }
}

/** Rows that the gold gives more than once under a test of sets. */
async function duplicatesNotTested(phase: CheckedPhase): Promise<DuplicateFinding | null> {
  const { last } = await phase.gold();
  if (phase.choice !== "default" || phase.conditions.order || last === null) return null;
  const seen = new Set<string>();
  const repeated = last.rows.filter((row) => {
    const key = JSON.stringify(row);
    return seen.size === seen.add(key).size;
  });
  if (repeated.length === 0) return null;
  return {
    rule: "duplicates-not-tested",
    where: wholeGold(phase.part.goldSql.length - 1),
    message: `The gold of phase ${phase.part.phase} returns rows more than once (${repeated.length} of ${last.rowCount} repeat another), but its test compares sets: an answer without the duplicates passes. Add a column that separates them, or remove the duplicates from the gold.`,
    evidence: rowsAsEvidence(last, repeated),
  };
}
