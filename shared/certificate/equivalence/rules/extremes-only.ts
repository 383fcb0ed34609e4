import { callName, childOf } from "../../../sql/mutate/at-node.ts";
import type { SqlNode } from "../../../sql/tree/sql-node.ts";
import type { SelectBlock } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";
import { readerOf } from "../traceless.ts";

/** DISTINCT in a CTE whose rows are only grouped, and of which only extremes are taken. */
export const extremesOnly: EquivalenceRule = {
  id: "extremes-only",
  because:
    "Of the rows only the largest, the smallest or whether any is true is taken, so a second one changes nothing.",
  rewrite(block) {
    const list = childOf(block.select, "select-list");
    const distinct = list === undefined ? undefined : childOf(list, "distinct");
    const reader = readerOf(block)?.block;
    if (distinct === undefined || reader === undefined || !reader.isAggregated) return [];
    const isPlain = /^distinct$/i.test(block.tree.sql.slice(distinct.from, distinct.to));
    const isLimited = childOf(block.select, "limit") !== undefined;
    const isFree = ownNodes(reader.select).every(
      (node) => node.kind !== "call" || takesNoCount(reader, node),
    );
    return isPlain && !isLimited && isFree ? [{ from: distinct.from, to: distinct.to, text: "" }] : [];
  },
};

const extremes = new Set(["min", "max", "bool_or", "bool_and", "every"]);
const scalars = new Set(["coalesce", "round", "abs", "upper", "lower", "trim", "greatest", "least"]);

function takesNoCount({ tree }: SelectBlock, node: SqlNode): boolean {
  const name = callName(tree, node);
  return childOf(node, "over") === undefined && (extremes.has(name) || scalars.has(name));
}
