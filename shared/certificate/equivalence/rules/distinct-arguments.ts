import { callArguments, callName, childOf, put } from "../../../sql/mutate/at-node.ts";
import { idOf } from "../block.ts";
import { determinesRow } from "../determined.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";

const addsUp = new Set(["count", "sum", "avg", "total"]);
const takesExtremes = new Set(["min", "max", "bool_or", "bool_and", "every"]);

/** DISTINCT inside an aggregate that duplicates do not change, or that gets none. */
export const distinctArguments: EquivalenceRule = {
  id: "distinct-arguments",
  because: "The aggregate takes an extreme, or a key tells the rows of a group apart.",
  rewrite: (block) =>
    ownNodes(block.select).flatMap((node) => {
      const distinct = node.kind === "call" ? childOf(node, "distinct") : undefined;
      const values = callArguments(node);
      if (distinct === undefined || values.length === 0) return [];
      const ids = [...values, ...block.groupItems].map((one) => idOf(block, one));
      const name = callName(block.tree, node);
      const isFree = takesExtremes.has(name) || (addsUp.has(name) && determinesRow(block, ids));
      return isFree ? [put(distinct, "")] : [];
    }),
};
