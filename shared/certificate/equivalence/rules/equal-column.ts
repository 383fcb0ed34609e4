import { childOf, put } from "../../../sql/mutate/at-node.ts";
import { columnIn, type SelectBlock } from "../block.ts";
import { equalColumns, equality } from "../determined.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";

/** Columns that an inner join makes equal are written as one of them. */
export const equalColumn: EquivalenceRule = {
  id: "equal-columns",
  because: "An inner join makes both columns equal.",
  rewrite(block) {
    if (!block.isKnown) return [];
    const first = representatives(block);
    const defining = new Set(block.conditions.flatMap((one) => equality(block, one) ?? []));
    const from = childOf(block.select, "from");
    return ownNodes(block.select).flatMap((node) => {
      if (from !== undefined && from.from <= node.from && node.to <= from.to) return [];
      const column = defining.has(node) ? null : columnIn(block, node);
      const other = column === null ? undefined : first.get(column.id);
      return column === null || other === undefined || other === column.id ? [] : [put(node, other)];
    });
  },
};

/** For each column that is equal to others of its type the one with the first name. */
function representatives(block: SelectBlock): Map<string, string> {
  const types = new Map(
    block.sources.flatMap(({ columns }) => [...columns.values()].map(({ id, type }) => [id, type])),
  );
  const groups = new Map<string, Set<string>>();
  for (const [one, other] of equalColumns(block)) {
    if (types.get(one) !== types.get(other) || types.get(one) === "") continue;
    const joined = new Set([one, other, ...(groups.get(one) ?? []), ...(groups.get(other) ?? [])]);
    for (const id of joined) groups.set(id, joined);
  }
  return new Map([...groups].map(([id, group]) => [id, [...group].sort()[0] as string]));
}
