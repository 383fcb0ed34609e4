import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** An aggregate over all rows. */
export const withoutFilter: MutationOperator = {
  id: "without-filter",
  topic: "condition",
  kinds: ["filter"],
  *mutationsAt({ tree, node }) {
    yield { splices: [put(node, "")], meaning: `over all rows instead of ${quote(tree, node)}` };
  },
};
