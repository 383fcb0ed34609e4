import { callArguments, put, quote } from "../../../sql/mutate/at-node.ts";
import { textOf } from "../../../sql/tree/sql-node.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";
import { countsAll } from "../strict-columns.ts";

/** `num_nonnulls(a, b) = 2` as two conditions. */
export const countedValues: EquivalenceRule = {
  id: "counted-values",
  because: "As many values are there as are asked for, so each is.",
  rewrite: ({ tree, select }) =>
    ownNodes(select).flatMap((node) => {
      const [call] = node.children;
      if (node.kind !== "comparison" || call === undefined || !countsAll(tree, node)) return [];
      const conditions = callArguments(call).map((one) =>
        one.kind === "column" ? `${textOf(tree, one)} IS NOT NULL` : `(${quote(tree, one)}) IS NOT NULL`,
      );
      return [put(node, `(${conditions.join(" AND ")})`)];
    }),
};
