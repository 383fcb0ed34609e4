import { childOf, put, words } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Where what is missing stands in an order. */
export const nullsOrder: MutationOperator = {
  id: "nulls-order",
  topic: "missing-values",
  kinds: ["order-item"],
  *mutationsAt({ tree, node }) {
    const now = childOf(node, "nulls-order");
    // Without a word, what is missing comes last going up in PostgreSQL, and first in SQLite.
    const isDown = words(tree, childOf(node, "order-direction")) === "DESC";
    const isFirst =
      now === undefined ? isDown === (tree.dialect === "postgresql") : words(tree, now) === "NULLS FIRST";
    const text = isFirst ? "NULLS LAST" : "NULLS FIRST";
    yield {
      splices: [now === undefined ? { from: node.to, to: node.to, text: ` ${text}` } : put(now, text)],
      meaning: `missing values ${isFirst ? "last instead of first" : "first instead of last"}`,
    };
  },
};
