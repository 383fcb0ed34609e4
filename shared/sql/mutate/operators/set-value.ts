import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** A change that empties the column instead of filling it. */
export const setValue: MutationOperator = {
  id: "set-value",
  topic: "change",
  kinds: ["assignment"],
  *mutationsAt({ tree, node }) {
    const value = node.children.at(-1);
    const [column] = node.children;
    if (
      value === undefined ||
      column === undefined ||
      value === column ||
      quote(tree, value).toUpperCase() === "NULL"
    )
      return;
    yield {
      splices: [put(value, "NULL")],
      meaning: `${quote(tree, column)} emptied instead of set to ${quote(tree, value)}`,
    };
  },
};
