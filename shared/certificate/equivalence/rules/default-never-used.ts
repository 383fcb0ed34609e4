import { callArguments, callName, operandText, put } from "../../../sql/mutate/at-node.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { isNotNull } from "../not-null.ts";
import { ownNodes } from "../own-nodes.ts";

/** COALESCE of what is never NULL. */
export const defaultNeverUsed: EquivalenceRule = {
  id: "default-never-used",
  because: "The value is never NULL, so its default is not used.",
  rewrite: (block) =>
    ownNodes(block.select).flatMap((node) => {
      const [value] = callArguments(node);
      const isDefault = ["coalesce", "ifnull"].includes(callName(block.tree, node));
      return isDefault && value !== undefined && isNotNull(block, value)
        ? [put(node, operandText(block.tree, value))]
        : [];
    }),
};
