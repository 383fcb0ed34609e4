import { callArguments, callName, childOf, put, quote } from "../at-node.ts";
import type { Mutation, MutationOperator } from "../operator.ts";

const names: Record<string, string> = { avg: "average", sum: "sum", min: "minimum", max: "maximum" };
const others: Record<string, readonly string[]> = {
  avg: ["max", "sum", "min"],
  sum: ["avg", "max", "min"],
  max: ["min", "avg"],
  min: ["max", "avg"],
};

/** The sum, the average, the least, the greatest or the median instead of each other. */
export const otherAggregate: MutationOperator = {
  id: "other-aggregate",
  topic: "aggregate",
  kinds: ["call"],
  *mutationsAt({ tree, node }): Generator<Mutation> {
    const now = callName(tree, node);
    const [name] = node.children;
    const [value, second] = callArguments(node);
    if (name === undefined || value === undefined || second !== undefined || names[now] === undefined) return;
    const isPlain = ["distinct", "filter", "over"].every(
      (kind) => childOf(node, kind as "over") === undefined,
    );
    if (now === "avg" && isPlain && tree.dialect === "postgresql")
      yield {
        splices: [put(node, `(PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${quote(tree, value)}))::numeric`)],
        meaning: "the median instead of the average",
      };
    for (const other of others[now] ?? [])
      yield {
        splices: [put(name, other.toUpperCase())],
        meaning: `the ${names[other]} instead of the ${names[now]}`,
      };
  },
};
