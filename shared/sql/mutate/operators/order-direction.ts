import { childOf, put, quote, words } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** The lowest first, or the highest. */
export const orderDirection: MutationOperator = {
  id: "order-direction",
  topic: "order",
  kinds: ["order-item"],
  *mutationsAt({ tree, node }) {
    const [key] = node.children;
    if (key === undefined) return;
    const direction = childOf(node, "order-direction");
    const isDown = words(tree, direction) === "DESC";
    const text = isDown ? "ASC" : "DESC";
    const what = quote(tree, key);
    yield {
      splices: [
        direction === undefined ? { from: key.to, to: key.to, text: ` ${text}` } : put(direction, text),
      ],
      meaning: isDown
        ? `the lowest ${what} first instead of the highest`
        : `the highest ${what} first instead of the lowest`,
    };
  },
};
