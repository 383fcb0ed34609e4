import { callArguments, callName, childOf, put } from "../../../sql/mutate/at-node.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { isNotNull } from "../not-null.ts";
import { ownNodes } from "../own-nodes.ts";

/** COUNT of what is never NULL counts rows. */
export const countedRows: EquivalenceRule = {
  id: "counted-rows",
  because: "What is counted is never NULL, so every row counts.",
  rewrite: (block) =>
    ownNodes(block.select).flatMap((node) => {
      const [value, ...others] = callArguments(node);
      if (callName(block.tree, node) !== "count" || value === undefined || others.length > 0) return [];
      const isPlain = value.kind !== "star" && childOf(node, "distinct") === undefined;
      return isPlain && isNotNull(block, value) ? [put(value, "*")] : [];
    }),
};
