import { operandText, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** A share in percent. */
export const inPercent: MutationOperator = {
  id: "in-percent",
  topic: "arithmetic",
  kinds: ["operation"],
  *mutationsAt({ tree, node }) {
    const last = node.children.at(-1);
    const sign = node.children.at(-2);
    if (sign === undefined || last === undefined || last.kind === "number" || quote(tree, sign) !== "/")
      return;
    if (/\b100\b/.test(quote(tree, node))) return;
    yield {
      splices: [put(node, `(${operandText(tree, node)} * 100)`)],
      meaning: "in percent instead of as a share",
    };
  },
};
