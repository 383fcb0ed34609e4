import { callName, put, quote } from "../../../sql/mutate/at-node.ts";
import type { SqlNode } from "../../../sql/tree/sql-node.ts";
import { columnIn, type SelectBlock } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";

const wholeTypes = new Set(["integer", "bigint", "smallint", "int", "int4", "int8", "int2"]);

/** Above 9 is from 10 on, where there are whole numbers only. SQLite may hold others in any column but counts. */
export const wholeNumbers: EquivalenceRule = {
  id: "whole-numbers",
  because: "Only whole numbers are compared, so the bound can be the next one.",
  rewrite: (block) =>
    ownNodes(block.select).flatMap((node) => {
      const [left, operator, right] = node.children;
      if (node.kind !== "comparison" || !left || !operator || right?.kind !== "number") return [];
      const text = quote(block.tree, right);
      const sign = quote(block.tree, operator);
      if (!/^\d{1,9}$/.test(text) || !["<=", ">"].includes(sign) || !isWhole(block, left)) return [];
      return [put(operator, sign === ">" ? ">=" : "<"), put(right, String(Number(text) + 1))];
    }),
};

function isWhole(block: SelectBlock, node: SqlNode): boolean {
  if (callName(block.tree, node) === "count") return true;
  return block.tree.dialect === "postgresql" && wholeTypes.has(columnIn(block, node)?.type ?? "");
}
