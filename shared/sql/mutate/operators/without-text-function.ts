import { callArguments, callName, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const meanings: Record<string, string> = {
  lower: "capitals count",
  upper: "capitals count",
  trim: "spaces at the ends count",
  btrim: "spaces at the ends count",
  ltrim: "spaces at the beginning count",
  rtrim: "spaces at the end count",
  replace: "the text as it is",
  initcap: "capitals as they are",
};

/** A text as it is written, without being made even. */
export const withoutTextFunction: MutationOperator = {
  id: "without-text-function",
  topic: "text",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const meaning = meanings[callName(tree, node)];
    const [value] = callArguments(node);
    if (meaning === undefined || value === undefined) return;
    yield { splices: [put(node, quote(tree, value))], meaning: `${meaning} in ${quote(tree, value)}` };
  },
};
