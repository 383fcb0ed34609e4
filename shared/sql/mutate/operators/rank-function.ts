import { callName, put } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const meanings: Record<string, string> = {
  dense_rank: "equal ones share a place and none is skipped",
  rank: "equal ones share a place and the next places are skipped",
  row_number: "every row has a place of its own",
  lag: "the one before",
  lead: "the one after",
  first_value: "the first",
  last_value: "the last",
};
const groups = [
  ["rank", "dense_rank", "row_number"],
  ["lag", "lead"],
  ["first_value", "last_value"],
];

/** How equal ones are ranked; which neighbour is taken. */
export const rankFunction: MutationOperator = {
  id: "rank-function",
  topic: "rank",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const now = callName(tree, node);
    const [name] = node.children;
    const group = groups.find((one) => one.includes(now));
    if (name === undefined || group === undefined) return;
    for (const other of group)
      if (other !== now)
        yield {
          splices: [put(name, other.toUpperCase())],
          meaning: `${meanings[other]}, instead of: ${meanings[now]}`,
        };
  },
};
