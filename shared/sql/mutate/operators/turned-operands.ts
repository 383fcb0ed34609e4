import { operandText, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** A difference or a quotient the other way round. */
export const turnedOperands: MutationOperator = {
  id: "turned-operands",
  topic: "arithmetic",
  kinds: ["operation"],
  *mutationsAt({ tree, node }) {
    const [left, sign, right, more] = node.children;
    if (left === undefined || sign === undefined || right === undefined || more !== undefined) return;
    const text = quote(tree, sign);
    if ((text !== "-" && text !== "/") || right.kind === "number") return;
    const turned = `${operandText(tree, right)} ${text} ${operandText(tree, left)}`;
    yield { splices: [put(node, turned)], meaning: `${turned} instead of the other way round` };
  },
};
