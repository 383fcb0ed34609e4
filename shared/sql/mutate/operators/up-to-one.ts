import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Too few, instead of none. */
export const upToOne: MutationOperator = {
  id: "up-to-one",
  topic: "zero",
  kinds: ["comparison"],
  *mutationsAt({ tree, node }) {
    const [left, sign, right] = node.children;
    if (left === undefined || sign === undefined || right === undefined) return;
    if (quote(tree, sign) !== "=" || quote(tree, right) !== "0") return;
    yield {
      splices: [put({ from: sign.from, to: right.to }, "<= 1")],
      meaning: `${quote(tree, left)} at most 1 instead of 0`,
    };
  },
};
