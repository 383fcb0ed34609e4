import { childOf, put, words } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Equal rows of a SELECT once, or as often as they occur. */
export const duplicateRows: MutationOperator = {
  id: "duplicate-rows",
  topic: "duplicates",
  kinds: ["select-list"],
  *mutationsAt({ tree, node }) {
    const distinct = childOf(node, "distinct");
    const first = node.children.find(({ kind }) => kind !== "distinct");
    if (first === undefined) return;
    if (distinct === undefined)
      yield {
        splices: [{ from: first.from, to: first.from, text: "DISTINCT " }],
        meaning: "equal rows once instead of as often as they occur",
      };
    else if (words(tree, distinct) === "DISTINCT")
      yield {
        splices: [put(distinct, "ALL")],
        meaning: "equal rows as often as they occur instead of once",
      };
  },
};
