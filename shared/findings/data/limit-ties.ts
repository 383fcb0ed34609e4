import type { CheckedPhase } from "../checked-phase.ts";
import { goldRange, rowsAsEvidence } from "../checked-phase.ts";
import { checkFamily, defineRules, type PhaseFindingOf } from "../rule.ts";
import { isLimited, type OrderedRows, orderedRows, tiesOf } from "./ordered-rows.ts";

const rules = defineRules({
  "limit-through-tie": {
    severity: "warning",
    meaning:
      "Different rows tie at a LIMIT, or nothing orders them, so it is random which ones are returned.",
    fix: "Add a column to the ORDER BY that separates them, or ask for all tied rows.",
  },
});
type TieFinding = PhaseFindingOf<typeof rules>;

/** A LIMIT that leaves to chance which rows it lets through, in the query or inside it. */
export const limitTies = checkFamily({
  topic: "values",
  needs: "data",
  about: "ties at a LIMIT",
  rules,
  async *check(phase) {
    for (const query of phase.reads) {
      if (!isLimited(query)) continue;
      const ordered = await orderedRows(phase, query);
      const finding = ordered === null ? null : tieAtLimit(phase, query.statement, ordered);
      if (finding !== null) yield finding;
    }
  },
});

/** The rows that tie with the last one let through, where one of them is cut off. */
function tieAtLimit({ part }: CheckedPhase, statement: number, ordered: OrderedRows): TieFinding | null {
  const { limit, offset, limitRange } = ordered;
  if (limit === null || limitRange === null) return null;
  const end = offset + limit;
  const cut = tiesOf(ordered).find(
    ({ from, to }) => (from < end && end < to) || (from < offset && offset < to),
  );
  if (cut === undefined) return null;
  const within = Math.min(cut.to, end) - Math.max(cut.from, offset);
  return {
    rule: "limit-through-tie",
    where: goldRange(statement, limitRange),
    message:
      ordered.keys.length === 0
        ? `In the gold of phase ${part.phase} the LIMIT returns ${within} of ${cut.to} rows without any order, so it is random which ones. Add an ORDER BY.`
        : `In the gold of phase ${part.phase} ${cut.to - cut.from} different rows tie at the LIMIT, which returns ${within} of them, so it is random which ones. Add a column to the ORDER BY that separates them, or ask for all tied rows.`,
    evidence: rowsAsEvidence(ordered, ordered.own(cut.from, cut.to)),
  };
}
