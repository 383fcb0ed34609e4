import { callArguments, callName, operandText, put } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const rounding = new Set(["round", "trunc", "ceil", "ceiling", "floor"]);

/** The number as it is. */
export const withoutRounding: MutationOperator = {
  id: "without-rounding",
  topic: "rounding",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const [value] = callArguments(node);
    if (value === undefined || !rounding.has(callName(tree, node))) return;
    yield {
      splices: [put(node, operandText(tree, value))],
      meaning: "the number as it is instead of rounded",
    };
  },
};
