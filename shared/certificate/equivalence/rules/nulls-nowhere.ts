import { childOf, put, quote } from "../../../sql/mutate/at-node.ts";
import { conjuncts, ordinal, type SelectBlock } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { isNotNull } from "../not-null.ts";
import { ownNodes } from "../own-nodes.ts";

/** NULLS FIRST or LAST where nothing is NULL. */
export const nullsNowhere: EquivalenceRule = {
  id: "nulls-nowhere",
  because: "What is sorted by is never NULL.",
  rewrite(block) {
    const list = childOf(block.select, "select-list");
    const items = list?.children.filter(({ kind }) => kind === "select-item") ?? [];
    return ownNodes(block.select).flatMap((node) => {
      const nulls = node.kind === "order-item" ? childOf(node, "nulls-order") : undefined;
      const [sorted] = node.children;
      if (nulls === undefined || sorted === undefined) return [];
      const expression = ordinal(block.tree, aliased(block, sorted, items), items);
      return isNotNull(block, expression) || isKept(block, expression) ? [put(nulls, "")] : [];
    });
  },
};

/** Whether HAVING compares just that, which is never true of NULL. */
function isKept({ tree, select }: SelectBlock, node: Node): boolean {
  return conjuncts(childOf(select, "having")?.children[0]).some(
    ({ kind, children: [left, operator] }) =>
      kind === "comparison" &&
      operator !== undefined &&
      /^(?:=|<>|!=|<|>|<=|>=)$/.test(quote(tree, operator)) &&
      left !== undefined &&
      quote(tree, left) === quote(tree, node),
  );
}

type Node = typeof ownNodes extends (node: infer One) => unknown ? One : never;

/** The expression that a name of the select list stands for in ORDER BY. */
function aliased(
  { tree }: Parameters<EquivalenceRule["rewrite"]>[0],
  node: Node,
  items: readonly Node[],
): Node {
  const name = tree.sql.slice(node.from, node.to).toLowerCase();
  const item = items.find((one) => {
    const alias = childOf(one, "alias");
    return alias !== undefined && tree.sql.slice(alias.from, alias.to).toLowerCase() === name;
  });
  return item?.children[0] ?? node;
}
