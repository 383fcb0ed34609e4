import type { Check } from "./check.ts";
import { wholeGold } from "./gold-locations.ts";

/** gold-empty, gold-only-nulls: a query whose gold gives nothing to compare. */
export const emptyResult: Check = {
  name: "whether the gold gives rows",
  needs: "gold",
  async *run(phase) {
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
        message: `The gold of phase ${part.phase} gives no row.${failing} Ask for something that the data holds, or correct the gold.`,
      };
    } else if (last.columns.length > 0 && last.rows.every((row) => row.every((cell) => cell === null)))
      yield {
        rule: "gold-only-nulls",
        severity: "warning",
        where,
        message: `The gold of phase ${part.phase} gives nothing but NULL, as many wrong answers do. Ask for something that the data holds, or correct the gold.`,
        evidence: { kind: "rows", columns: last.columns, rows: last.rows.slice(0, 3) },
      };
  },
};
