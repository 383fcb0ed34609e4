import { childOf } from "../../../sql/mutate/at-node.ts";
import { idOf } from "../block.ts";
import { determinedBy, determinesResult } from "../determined.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";

/** ORDER BY items behind those that settle the row already. */
export const sortedAnyway: EquivalenceRule = {
  id: "sorted-anyway",
  because: "What is sorted by before has no ties.",
  rewrite(block) {
    const items =
      childOf(block.select, "order-by")?.children.filter(({ kind }) => kind === "order-item") ?? [];
    const ids: string[] = [];
    for (const [at, item] of items.entries()) {
      const [sorted] = item.children;
      const id = sorted === undefined ? "" : idOf(block, sorted);
      const isSettled = ids.length > 0 && (determinesResult(block, ids) || determinedBy(block, ids).has(id));
      if (isSettled) {
        const before = items[at - 1];
        return [{ from: before?.to ?? item.from, to: item.to, text: "" }];
      }
      ids.push(id);
    }
    return [];
  },
};
