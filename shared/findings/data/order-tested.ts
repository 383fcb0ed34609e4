import { defaultConditions } from "../../domain/conditions.ts";
import type { Fix } from "../../domain/finding.ts";
import { setFields } from "../../domain/task-edit.ts";
import type { CheckedPhase, GoldQuery } from "../checked-phase.ts";
import { goldRange, rowsAsEvidence, wholeGold } from "../checked-phase.ts";
import { checkFamily, defineRules, type PhaseFindingOf } from "../rule.ts";
import { orderedRows, tiesOf } from "./ordered-rows.ts";

const rules = defineRules({
  "unordered-under-ordered-test": {
    severity: "error",
    meaning: "The test compares rows in their order (`conditions.order`), but the gold has no ORDER BY.",
    fix: "Add an ORDER BY, or set `conditions.order` to false.",
    quickFix: "Sets `conditions.order` to false.",
  },
  "order-leaves-ties": {
    severity: "warning",
    meaning:
      "The test compares rows in their order (`conditions.order`), but the gold's ORDER BY has ties between different rows.",
    fix: "Order by one more column that separates them.",
  },
  "ordered-under-unordered-test": {
    severity: "warning",
    meaning: "The gold orders its rows, but the test ignores their order.",
    fix: "Set `conditions.order` to true if the question asks for the order; else remove the ORDER BY.",
    quickFix: "Sets `conditions.order` to true.",
  },
});
type OrderFinding = PhaseFindingOf<typeof rules>;

/** Whether the default test looks at the order that the gold has. */
export const orderTested = checkFamily({
  topic: "values",
  needs: "data",
  about: "the order of the gold's rows and of its test",
  rules,
  async *check(phase) {
    const { query, choice, conditions } = phase;
    const { last } = await phase.gold();
    if (query === null || choice !== "default" || last === null || last.rowCount < 2) return;
    const order = query.block.tail.find(({ kind }) => kind === "order-by");
    if (conditions.order && order === undefined) yield unordered(phase, query);
    else if (conditions.order) yield* ambiguousOrder(phase, query);
    else if (order !== undefined) yield untested(phase, query, order);
  },
});

function unordered(phase: CheckedPhase, { statement }: GoldQuery): OrderFinding {
  return {
    rule: "unordered-under-ordered-test",
    where: wholeGold(statement),
    message: `The test of phase ${phase.part.phase} compares rows in their order, but the gold has no ORDER BY, so its order is random. Add an ORDER BY, or set conditions.order to false.`,
    fix: settingOrder(phase, false),
  };
}

async function* ambiguousOrder(phase: CheckedPhase, query: GoldQuery): AsyncGenerator<OrderFinding> {
  const ordered = await orderedRows(phase, query);
  const tie = ordered === null ? undefined : tiesOf(ordered, { withinLimit: true })[0];
  const last = ordered?.keys.at(-1);
  if (ordered === null || tie === undefined || last === undefined) return;
  yield {
    rule: "order-leaves-ties",
    where: goldRange(query.statement, last.range),
    message: `The test of phase ${phase.part.phase} compares rows in their order, but the ORDER BY has ties between different rows: a right answer may return them the other way round. Order by one more column that separates them.`,
    evidence: rowsAsEvidence(ordered, ordered.own(tie.from, tie.to)),
  };
}

function untested(
  phase: CheckedPhase,
  { statement }: GoldQuery,
  order: { from: number; to: number },
): OrderFinding {
  return {
    rule: "ordered-under-unordered-test",
    where: goldRange(statement, order),
    message: `The gold of phase ${phase.part.phase} orders its rows, but its test ignores their order. Set conditions.order to true if the question asks for the order; else remove the ORDER BY.`,
    fix: settingOrder(phase, true),
  };
}

/** conv reads the conditions of phase 1 for both phases. */
function settingOrder({ task, part, profile }: CheckedPhase, order: boolean): Fix {
  const phase = profile === "conv" ? 1 : part.phase;
  const own = (phase === 1 ? task : task.followUp)?.conditions ?? defaultConditions;
  return {
    description: `Set conditions.order to ${order}.`,
    edit: setFields(phase, { conditions: { ...own, order } }),
  };
}
