import { childOf } from "../../../sql/mutate/at-node.ts";
import { idOf } from "../block.ts";
import { determinesResult } from "../determined.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";

/** SELECT DISTINCT over a key of all that is read, or over all that is grouped by. */
export const distinctRows: EquivalenceRule = {
  id: "distinct-rows",
  because: "The selected columns hold a key, so no two rows are equal.",
  rewrite(block) {
    const list = childOf(block.select, "select-list");
    const distinct = list === undefined ? undefined : childOf(list, "distinct");
    if (list === undefined || distinct === undefined || /\bon\b/i.test(text(block, distinct))) return [];
    const selected = list.children.flatMap(({ kind, children: [value] }) =>
      kind === "select-item" && value !== undefined ? [idOf(block, value)] : [],
    );
    const isOne = block.isAggregated && block.groupItems.length === 0;
    return isOne || determinesResult(block, selected)
      ? [{ from: distinct.from, to: distinct.to, text: "" }]
      : [];
  },
};

const text = (block: Parameters<EquivalenceRule["rewrite"]>[0], node: { from: number; to: number }) =>
  block.tree.sql.slice(node.from, node.to);
