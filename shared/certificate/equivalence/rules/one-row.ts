import { childOf, put } from "../../../sql/mutate/at-node.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";

/** The order of one row. */
export const oneRow: EquivalenceRule = {
  id: "one-row",
  because: "An aggregate without GROUP BY is one row: it has no order, no duplicates, and no limit cuts it.",
  rewrite(block) {
    if (!block.isAggregated || block.groupItems.length > 0 || childOf(block.select, "group-by")) return [];
    const order = childOf(block.select, "order-by");
    const limit = childOf(block.select, "limit");
    const most = limit?.children[0];
    const isFree = most?.kind === "number" && Number(block.tree.sql.slice(most.from, most.to)) >= 1;
    return [
      ...(order === undefined ? [] : [put(order, "")]),
      ...(limit !== undefined && isFree && childOf(block.select, "offset") === undefined
        ? [put(limit, "")]
        : []),
    ];
  },
};
