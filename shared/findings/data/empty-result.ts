import { wholeGold } from "../checked-phase.ts";
import { checkFamily, defineRules } from "../rule.ts";

const rules = defineRules({
  "gold-empty": {
    severity: { error: "under the default test, which then no answer can pass", warning: "under own tests" },
    meaning: "The gold returns no rows.",
    fix: "Ask for something that is in the data, or correct the gold.",
  },
  "gold-only-nulls": {
    severity: "warning",
    meaning: "The gold returns nothing but NULL, as many wrong answers do.",
    fix: "Ask for something that is in the data, or correct the gold.",
  },
});

/** Whether the gold gives anything to compare. */
export const emptyResult = checkFamily({
  topic: "gold",
  needs: "data",
  about: "whether the gold returns rows",
  rules,
  async *check(phase) {
    const { part, query, choice } = phase;
    const { last } = await phase.gold();
    if (query === null || last === null) return;
    const where = wholeGold(query.statement);
    if (last.rowCount === 0) {
      const failing =
        choice === "default" ? " The default test fails an empty result, so no answer can pass." : "";
      yield {
        rule: "gold-empty",
        severity: choice === "default" ? "error" : "warning",
        where,
        message: `The gold of phase ${part.phase} returns no rows.${failing} Ask for something that is in the data, or correct the gold.`,
      };
    } else if (last.columns.length > 0 && last.rows.every((row) => row.every((cell) => cell === null)))
      yield {
        rule: "gold-only-nulls",
        where,
        message: `The gold of phase ${part.phase} returns nothing but NULL, as many wrong answers do. Ask for something that is in the data, or correct the gold.`,
        evidence: { kind: "rows", columns: last.columns, rows: last.rows.slice(0, 3) },
      };
  },
});
