import { setFields } from "../../domain/task-edit.ts";
import { quoted } from "../../text/quoted.ts";
import { goldRange, rowsAsEvidence } from "../checked-phase.ts";
import { checkFamily, defineRules } from "../rule.ts";
import { isLimited, orderedRows } from "./ordered-rows.ts";

const rules = defineRules({
  "nulls-sort-first": {
    severity: "warning",
    meaning: "Rows without a value come before all others (DESC in PostgreSQL, ASC in SQLite).",
    fix: "Write where they belong (`NULLS LAST`), or filter them out.",
    quickFix: "Adds `NULLS LAST`.",
  },
});

/** An ORDER BY that puts NULLs before every value without saying so. */
export const nullsFirst = checkFamily({
  topic: "values",
  needs: "data",
  about: "NULLs that sort first",
  rules,
  async *check(phase) {
    const { dialect, part } = phase;
    for (const query of phase.reads) {
      // Inside a query the order alone says nothing.
      if (!query.block.isOutermost && !isLimited(query)) continue;
      const ordered = await orderedRows(phase, query);
      const [key] = ordered?.keys ?? [];
      if (ordered === null || key === undefined || key.nulls !== null) continue;
      const goFirst = key.descending === (dialect === "postgresql");
      const count = ordered.rows.filter((_, row) => ordered.key(row, 0) === null).length;
      if (!goFirst || count === 0 || count === ordered.rows.length) continue;
      const direction = key.descending ? "DESC" : "ASC";
      const gold = part.goldSql[query.statement] ?? "";
      const sql = `${gold.slice(0, key.range.to)} NULLS LAST${gold.slice(key.range.to)}`;
      yield {
        rule: "nulls-sort-first",
        where: goldRange(query.statement, key.range),
        message: `In the gold of phase ${part.phase} ${count} rows without a value of ${key.expression} come first, because of ${direction}. Write where they belong (NULLS LAST), or filter them out.`,
        evidence: rowsAsEvidence(ordered, ordered.own(0, 5)),
        fix: {
          description: `Add NULLS LAST after ${quoted(gold.slice(key.range.from, key.range.to))}.`,
          edit: setFields(part.phase, { goldSql: part.goldSql.with(query.statement, sql) }),
        },
      };
    }
  },
});
