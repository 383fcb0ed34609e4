import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** A window over all rows, or over its whole partition. */
export const windowParts: MutationOperator = {
  id: "window-parts",
  topic: "window",
  kinds: ["partition-by", "frame"],
  *mutationsAt({ tree, node, parents: [parent] }) {
    if (parent?.kind !== "window-spec") return;
    const meaning =
      node.kind === "frame"
        ? `the usual frame instead of ${quote(tree, node)}`
        : `over all rows instead of ${quote(tree, node)}`;
    yield { splices: [put(node, "")], meaning };
    const [first, second] = node.children;
    if (node.kind === "partition-by" && first !== undefined && second !== undefined)
      yield {
        splices: [put({ from: first.to, to: node.to }, "")],
        meaning: `for each ${quote(tree, first)} alone`,
      };
  },
};
