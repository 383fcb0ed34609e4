import { callArguments, callName, operandText, put, quote } from "../at-node.ts";
import type { Mutation, MutationOperator } from "../operator.ts";

/** A number without the bound that GREATEST or LEAST puts to it, or bound on the other side. */
export const withoutBound: MutationOperator = {
  id: "without-bound",
  topic: "arithmetic",
  kinds: ["call"],
  *mutationsAt({ tree, node }): Generator<Mutation> {
    const name = callName(tree, node);
    const [function_] = node.children;
    const values = callArguments(node);
    if ((name !== "greatest" && name !== "least") || function_ === undefined) return;
    const bound = values.find(({ kind }) => kind === "number");
    const value = values.find((one) => one !== bound);
    if (bound !== undefined && value !== undefined && values.length === 2)
      yield {
        splices: [put(node, operandText(tree, value))],
        meaning: `without ${quote(tree, bound)} as its ${name === "greatest" ? "least" : "greatest"} value`,
      };
    const [other, meaning] =
      name === "greatest"
        ? ["LEAST", "the least instead of the greatest"]
        : ["GREATEST", "the greatest instead of the least"];
    yield { splices: [put(function_, other)], meaning: `${meaning} of them` };
  },
};
