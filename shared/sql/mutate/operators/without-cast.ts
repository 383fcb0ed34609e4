import { operandText, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** The value in its own type: a division of whole numbers, an order as text. */
export const withoutCast: MutationOperator = {
  id: "without-cast",
  topic: "cast",
  kinds: ["cast"],
  *mutationsAt({ tree, node }) {
    const [value, type] = node.children;
    if (value === undefined || type === undefined) return;
    yield {
      splices: [put(node, operandText(tree, value))],
      meaning: `${quote(tree, value)} as it is instead of as ${quote(tree, type)}`,
    };
  },
};
