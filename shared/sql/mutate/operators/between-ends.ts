import { put, quote, words } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** A range without its ends. */
export const betweenEnds: MutationOperator = {
  id: "between-ends",
  topic: "comparison",
  kinds: ["between"],
  *mutationsAt({ tree, node }) {
    const [value, sign, low, high] = node.children;
    if (value === undefined || low === undefined || high === undefined) return;
    if (words(tree, sign) !== "BETWEEN") return;
    const [text, least, most] = [quote(tree, value), quote(tree, low), quote(tree, high)];
    yield {
      splices: [put(node, `(${text} >= ${least} AND ${text} < ${most})`)],
      meaning: `from ${least} to before ${most}`,
    };
    yield {
      splices: [put(node, `(${text} > ${least} AND ${text} < ${most})`)],
      meaning: `between ${least} and ${most}, both left out`,
    };
  },
};
