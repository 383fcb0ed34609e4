import { put, quote } from "../../../sql/mutate/at-node.ts";
import { textOf } from "../../../sql/tree/sql-node.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";

/** `(a, b) = (c, d)` as two conditions. */
export const pairByPair: EquivalenceRule = {
  id: "pair-by-pair",
  because: "Rows of values are equal where each value is.",
  rewrite: ({ tree, select }) =>
    ownNodes(select).flatMap((node) => {
      const [left, operator, right] = node.children;
      const isEqual = node.kind === "comparison" && operator !== undefined && quote(tree, operator) === "=";
      if (!isEqual || left?.kind !== "tuple" || right?.kind !== "tuple") return [];
      if (left.children.length !== right.children.length || left.children.length === 0) return [];
      const pairs = left.children.map((one, at) => {
        const other = right.children[at];
        return `${textOf(tree, one)} = ${other === undefined ? "" : textOf(tree, other)}`;
      });
      return [put(node, `(${pairs.join(" AND ")})`)];
    }),
};
