import { words } from "../../../sql/mutate/at-node.ts";
import type { SqlNode } from "../../../sql/tree/sql-node.ts";
import { columnIn, type SelectBlock, type Source } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";
import { strictColumns } from "../strict-columns.ts";

/** `x IS NOT NULL` beside conditions that are never true of NULL, or of a column that is never NULL. */
export const knownAnyway: EquivalenceRule = {
  id: "known-anyway",
  because: "The column is never NULL there, or another condition leaves such rows out.",
  // One at a time, as two conditions may each make the other needless; of such a pair that of a join goes, which is deeper.
  rewrite: (block) =>
    chainsOfConditions(block.select)
      .reverse()
      .flatMap((chain) => {
        if (chain.kind !== "and") return [];
        const operands = chain.children.filter(({ kind }) => kind !== "operator");
        const at = operands.findIndex((one) => isNeedless(block, one, chain, operands));
        const kept = operands.filter((_, index) => index !== at);
        if (at < 0) return [];
        const text = kept.map((one) => block.tree.sql.slice(one.from, one.to)).join(" AND ");
        return [{ from: chain.from, to: chain.to, text }];
      })
      .slice(0, 1),
};

/**
 * The chains of AND that decide whether a row is taken: within WHERE, ON and HAVING, through AND, OR and parentheses. Elsewhere
 * NULL and false are not the same: NOT turns one of them into true.
 */
function chainsOfConditions(select: SqlNode): SqlNode[] {
  const open = ownNodes(select)
    .filter(({ kind }) => kind === "where" || kind === "on" || kind === "having")
    .flatMap(({ children }) => children.slice(0, 1));
  const found: SqlNode[] = [];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (node.kind === "and") found.push(node);
    if (node.kind === "and" || node.kind === "or" || node.kind === "parenthesised")
      open.push(...node.children);
  }
  return found;
}

function isNeedless(
  block: SelectBlock,
  node: SqlNode,
  chain: SqlNode,
  operands: readonly SqlNode[],
): boolean {
  const [value, operator] = node.children;
  if (node.kind !== "is" || value === undefined || words(block.tree, operator) !== "IS NOT NULL")
    return false;
  const column = columnIn(block, value);
  if (column === null) return false;
  const source = block.sources.find(({ alias }) => column.id.startsWith(`${alias}.`));
  if (column.notNull && source !== undefined && isThere(source, chain)) return true;
  const all = block.conditions.includes(node) ? [...operands, ...block.conditions] : operands;
  return all.some((one) => one !== node && strictColumns(block, one).has(column.id));
}

/** Whether a source has its rows where a condition is asked: no outer join leaves them out, or the condition is that of its own join. */
function isThere({ isOptional, join }: Source, { from, to }: SqlNode): boolean {
  return !isOptional || (join !== null && join.from <= from && to <= join.to);
}
