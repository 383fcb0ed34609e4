import { callArguments, callName, childOf, put, quote } from "../at-node.ts";
import type { Mutation, MutationOperator } from "../operator.ts";

/** Missing values that count as 0 in an aggregate, or a 0 where an aggregate has nothing to look at. */
export const missingAsZero: MutationOperator = {
  id: "missing-as-zero",
  topic: "missing-values",
  kinds: ["call"],
  *mutationsAt({ tree, node, parents: [parent] }): Generator<Mutation> {
    const name = callName(tree, node);
    const [value, second] = callArguments(node);
    if (value === undefined || second !== undefined || value.kind === "star") return;
    if (["avg", "min", "max"].includes(name) && childOf(node, "distinct") === undefined)
      yield {
        splices: [put(value, `COALESCE(${quote(tree, value)}, 0)`)],
        meaning: `missing values of ${quote(tree, value)} count as 0 instead of not at all`,
      };
    const isGuarded = parent !== undefined && ["coalesce", "ifnull"].includes(callName(tree, parent));
    if (name === "sum" && !isGuarded)
      yield {
        splices: [
          { from: node.from, to: node.from, text: "COALESCE(" },
          { from: node.to, to: node.to, text: ", 0)" },
        ],
        meaning: "0 instead of missing where there is nothing to add up",
      };
  },
};
