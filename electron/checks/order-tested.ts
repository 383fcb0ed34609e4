import type { Check, PhaseFinding } from "./check.ts";
import type { CheckedPhase, GoldQuery } from "./checked-phase.ts";
import { goldRange, rowsAsEvidence, wholeGold } from "./gold-locations.ts";
import { orderedRows, tiesOf } from "./ordered-rows.ts";

/** unordered-under-ordered-test, order-leaves-ties, ordered-under-unordered-test: whether the default test looks at the order that the gold has. */
export const orderTested: Check = {
  name: "the order of the gold's rows and of its test",
  needs: "gold",
  async *run(phase) {
    const { query, choice, conditions } = phase;
    const { last } = await phase.gold();
    if (query === null || choice !== "default" || last === null || last.rowCount < 2) return;
    const order = query.place.tail.find(({ kind }) => kind === "order-by");
    if (conditions.order && order === undefined) yield unordered(phase, query);
    else if (conditions.order) yield* ambiguousOrder(phase, query);
    else if (order !== undefined) yield untested(phase, query, order);
  },
};

function unordered({ part }: CheckedPhase, { statement }: GoldQuery): PhaseFinding {
  return {
    rule: "unordered-under-ordered-test",
    severity: "error",
    where: wholeGold(statement),
    message: `The test of phase ${part.phase} compares rows in their order, but the gold has no ORDER BY: which order it gives is chance. Add an ORDER BY, or set conditions.order to false.`,
    fix: settingOrder(false),
  };
}

async function* ambiguousOrder(phase: CheckedPhase, query: GoldQuery): AsyncGenerator<PhaseFinding> {
  const ordered = await orderedRows(phase, query);
  const tie = ordered === null ? undefined : tiesOf(ordered, { withinLimit: true })[0];
  const last = ordered?.keys.at(-1);
  if (ordered === null || tie === undefined || last === undefined) return;
  yield {
    rule: "order-leaves-ties",
    severity: "warning",
    where: goldRange(query.statement, last.range),
    message: `The test of phase ${phase.part.phase} compares rows in their order, but the ORDER BY leaves different rows equal: a right answer may give them the other way round. Order by one more column that tells them apart.`,
    evidence: rowsAsEvidence(ordered, ordered.own(tie.from, tie.to)),
  };
}

function untested(
  { part }: CheckedPhase,
  { statement }: GoldQuery,
  order: { from: number; to: number },
): PhaseFinding {
  return {
    rule: "ordered-under-unordered-test",
    severity: "warning",
    where: goldRange(statement, order),
    message: `The gold of phase ${part.phase} orders its rows, but its test compares them without order. If the question asks for the order, set conditions.order to true; if not, leave the ORDER BY out.`,
    fix: settingOrder(true),
  };
}

function settingOrder(order: boolean): NonNullable<PhaseFinding["fix"]> {
  const where = { kind: "field" as const, path: ["conditions", "order"] };
  return {
    description: `Set conditions.order to ${order}.`,
    replacement: { where, text: String(order) },
  };
}
