import type { Check } from "./check.ts";
import { goldRange, rowsAsEvidence } from "./gold-locations.ts";
import { isLimited, orderedRows } from "./ordered-rows.ts";

/** nulls-sort-first: an ORDER BY that puts NULLs before every value without saying so. */
export const nullsFirst: Check = {
  name: "NULLs that sort first",
  needs: "gold",
  async *run(phase) {
    const { dialect, part } = phase;
    for (const query of phase.reads) {
      // Inside a query the order alone says nothing.
      if (!query.place.isOutermost && !isLimited(query)) continue;
      const ordered = await orderedRows(phase, query);
      const [key] = ordered?.keys ?? [];
      if (ordered === null || key === undefined || key.nulls !== null) continue;
      const goFirst = key.descending === (dialect === "postgresql");
      const count = ordered.rows.filter((_, row) => ordered.key(row, 0) === null).length;
      if (!goFirst || count === 0 || count === ordered.rows.length) continue;
      const direction = key.descending ? "DESC" : "ASC";
      yield {
        rule: "nulls-sort-first",
        severity: "warning",
        where: goldRange(query.statement, key.range),
        message: `In the gold of phase ${part.phase} ${count} rows without a value of ${key.expression} come first, as ${direction} has it. Say where they belong (NULLS LAST), or leave them out.`,
        evidence: rowsAsEvidence(ordered, ordered.own(0, 5)),
        fix: {
          description: "Put the rows without a value last.",
          replacement: {
            where: goldRange(query.statement, { from: key.range.to, to: key.range.to }),
            text: " NULLS LAST",
          },
        },
      };
    }
  },
};
