import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const holders = new Set(["where", "having", "on", "and", "or", "filter"]);

/** No condition at all. */
export const anyRow: MutationOperator = {
  id: "any-row",
  topic: "condition",
  kinds: ["comparison", "is", "in", "like", "between", "exists", "not"],
  *mutationsAt({ tree, node, parents: [parent] }) {
    if (parent === undefined || !holders.has(parent.kind)) return;
    const meaning = `whatever it is, instead of ${quote(tree, node)}`;
    // ON TRUE would multiply every row with every other.
    if (parent.kind !== "on") yield { splices: [put(node, "TRUE")], meaning };
  },
};
