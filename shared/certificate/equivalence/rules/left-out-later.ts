import { childOf, words } from "../../../sql/mutate/at-node.ts";
import type { SqlNode } from "../../../sql/tree/sql-node.ts";
import { columnIn, conjuncts, type SelectBlock } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { tracelessColumns } from "../traceless.ts";

/** `x IS NOT NULL` in WHERE of a CTE or a grouping where rows without x change nothing anyway. */
export const leftOutLater: EquivalenceRule = {
  id: "left-out-later",
  because: "What is computed from a missing value is missing, too, and is passed over or left out later.",
  rewrite(block) {
    const where = childOf(block.select, "where");
    const all = conjuncts(where?.children[0]);
    const needless = all.find((one) => asksPresence(block, one));
    if (where === undefined || needless === undefined) return [];
    const kept = all.filter((one) => one !== needless);
    const text = kept.map(({ from, to }) => block.tree.sql.slice(from, to)).join(" AND ");
    return [{ from: where.from, to: where.to, text: kept.length === 0 ? "" : `WHERE ${text}` }];
  },
};

function asksPresence(block: SelectBlock, node: SqlNode): boolean {
  const [value, operator] = node.children;
  if (node.kind !== "is" || value === undefined || words(block.tree, operator) !== "IS NOT NULL")
    return false;
  const id = columnIn(block, value)?.id;
  return id !== undefined && tracelessColumns(block).has(id);
}
