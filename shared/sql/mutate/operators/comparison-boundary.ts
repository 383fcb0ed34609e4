import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";
import { comparisonWords } from "./comparison-direction.ts";

const others: Record<string, string> = { ">": ">=", ">=": ">", "<": "<=", "<=": "<" };

/** Whether the limit itself belongs to it. */
export const comparisonBoundary: MutationOperator = {
  id: "comparison-boundary",
  topic: "comparison",
  kinds: ["comparison"],
  *mutationsAt({ tree, node }) {
    const [, sign, right] = node.children;
    const text = sign === undefined ? "" : quote(tree, sign);
    const other = others[text];
    if (sign === undefined || right === undefined || other === undefined) return;
    const limit = quote(tree, right);
    const meaning = `${comparisonWords[other]} ${limit} instead of ${comparisonWords[text]} ${limit}`;
    yield { splices: [put(sign, other)], meaning };
  },
};
