import { callName, put } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const meanings: Record<string, string> = {
  upper: "in capitals",
  lower: "in small letters",
  ltrim: "without spaces at the beginning",
  rtrim: "without spaces at the end",
  left: "from the beginning",
  right: "from the end",
  floor: "rounded down",
  ceil: "rounded up",
  ceiling: "rounded up",
  bool_and: "whether all do",
  every: "whether all do",
  bool_or: "whether any does",
  num_nulls: "how many are missing",
  num_nonnulls: "how many are there",
};
const siblings: Record<string, string> = {
  upper: "lower",
  lower: "upper",
  ltrim: "rtrim",
  rtrim: "ltrim",
  left: "right",
  right: "left",
  floor: "ceil",
  ceil: "floor",
  ceiling: "floor",
  bool_and: "bool_or",
  every: "bool_or",
  bool_or: "bool_and",
  num_nulls: "num_nonnulls",
  num_nonnulls: "num_nulls",
};

/** The function that is easily taken for another one: capitals for small letters, down for up, all for any. */
export const siblingFunction: MutationOperator = {
  id: "sibling-function",
  topic: "value",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const now = callName(tree, node);
    const [name] = node.children;
    const other = siblings[now];
    if (name === undefined || other === undefined) return;
    yield {
      splices: [put(name, other.toUpperCase())],
      meaning: `${meanings[other]} instead of ${meanings[now]}`,
    };
  },
};
