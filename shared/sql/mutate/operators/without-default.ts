import { callArguments, callName, operandText, put, quote } from "../at-node.ts";
import type { Mutation, MutationOperator } from "../operator.ts";

/** What stands for a missing value: nothing, or something else. */
export const withoutDefault: MutationOperator = {
  id: "without-default",
  topic: "missing-values",
  kinds: ["call"],
  *mutationsAt({ tree, node }): Generator<Mutation> {
    const name = callName(tree, node);
    const [value, fallback] = callArguments(node);
    if (value === undefined || fallback === undefined) return;
    if (name === "nullif")
      yield {
        splices: [put(node, operandText(tree, value))],
        meaning: `${quote(tree, fallback)} as it is instead of missing`,
      };
    if (name !== "coalesce" && name !== "ifnull") return;
    const now = quote(tree, fallback);
    yield {
      splices: [put(node, operandText(tree, value))],
      meaning: `missing instead of ${now} where there is none`,
    };
    const others =
      fallback.kind === "number" ? ["-1", "1"] : fallback.kind === "string" ? ["''", "'unknown'"] : [];
    for (const other of others)
      if (other !== now)
        yield { splices: [put(fallback, other)], meaning: `${other} instead of ${now} where there is none` };
  },
};
