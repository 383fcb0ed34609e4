import { childOf } from "../../../sql/mutate/at-node.ts";
import { idOf } from "../block.ts";
import { determinedBy, isSettled } from "../determined.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";

/** GROUP BY items that the others settle. */
export const groupedAnyway: EquivalenceRule = {
  id: "grouped-anyway",
  because: "A key among the others settles what is grouped by.",
  rewrite(block) {
    const groupBy = childOf(block.select, "group-by");
    const items = groupBy?.children ?? [];
    if (items.length < 2 || items.some(({ kind }) => kind === "grouping-sets")) return [];
    const ids = block.groupItems.map((item) => idOf(block, item));
    // The last in the order of names goes first, so that it does not matter how they were written.
    const order = [...ids.keys()].sort((a, b) => ((ids[a] ?? "") < (ids[b] ?? "") ? 1 : -1));
    const at = order.find((index) => {
      const others = ids.filter((_, other) => other !== index);
      const item = block.groupItems[index];
      return item !== undefined && isSettled(block, item, determinedBy(block, others));
    });
    if (at === undefined) return [];
    const kept = items.filter((_, index) => index !== at);
    const text = kept.map(({ from, to }) => block.tree.sql.slice(from, to)).join(", ");
    return [{ from: items[0]?.from ?? 0, to: items.at(-1)?.to ?? 0, text }];
  },
};
