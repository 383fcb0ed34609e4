import { childOf, put } from "../../../sql/mutate/at-node.ts";
import type { SqlNode } from "../../../sql/tree/sql-node.ts";
import { columnIn, conjuncts, joinKind, type KnownColumn, type SelectBlock, type Source } from "../block.ts";
import { equality } from "../determined.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";

/** LEFT JOIN along a foreign key that is never NULL: every row finds its match. */
export const referencedRows: EquivalenceRule = {
  id: "referenced-rows",
  because: "A foreign key that is never NULL has a match for every row.",
  rewrite: (block) =>
    block.sources.flatMap((source, at) => {
      const { join } = source;
      const type = join === null ? undefined : childOf(join, "join-type");
      if (join === null || type === undefined) return [];
      const kind = joinKind(block.tree, join);
      if ((kind === "left" || kind === "full") && findsMatch(block, source, join))
        return [put(type, kind === "left" ? "JOIN" : "RIGHT JOIN")];
      const [first] = block.sources;
      const isPair = at === 1 && first !== undefined;
      if ((kind === "right" || kind === "full") && isPair && isFound(block, source, first, join))
        return [put(type, kind === "right" ? "JOIN" : "LEFT JOIN")];
      return [];
    }),
};

/** Whether every row before a join has its match in what is joined. */
function findsMatch(block: SelectBlock, source: Source, join: SqlNode): boolean {
  return pairOf(block, join).some(([own, other]) => {
    const holder = block.sources.find(({ alias }) => other.id.startsWith(`${alias}.`));
    return holder !== undefined && !wasOptional(block, holder, join) && refers(other, own, source);
  });
}

/** Whether every row of what is joined has its match in the one source before it. */
function isFound(block: SelectBlock, source: Source, first: Source, join: SqlNode): boolean {
  return pairOf(block, join).some(
    ([one, other]) =>
      other.id.startsWith(`${source.alias}.`) &&
      one.id.startsWith(`${first.alias}.`) &&
      refers(other, one, first),
  );
}

/** Both columns of the one equality that a join has, in either order; none where it has more conditions. */
function pairOf(block: SelectBlock, join: SqlNode): [KnownColumn, KnownColumn][] {
  const [condition, ...others] = conjuncts(childOf(join, "on")?.children[0]);
  if (condition === undefined || others.length > 0) return [];
  const [left, right] = (equality(block, condition) ?? []).map((side) => columnIn(block, side));
  return left && right
    ? [
        [left, right],
        [right, left],
      ]
    : [];
}

/** Whether a column that is never NULL refers to the key of a table. */
function refers(from: KnownColumn, to: KnownColumn, { table, alias, keys }: Source): boolean {
  const name = to.id.slice(alias.length + 1);
  const isKey = to.id.startsWith(`${alias}.`) && keys.some((key) => key.length === 1 && key[0] === to.id);
  return table !== null && isKey && from.notNull && from.references === `${table}.${name}`;
}

/** Whether an outer join before this one may have left a source without a row. */
function wasOptional({ sources, tree }: SelectBlock, holder: Source, join: Source["join"]): boolean {
  const before = sources.slice(
    0,
    sources.findIndex((one) => one.join === join),
  );
  const own = before.indexOf(holder);
  return before.some((one, at) => {
    const kind = one.join === null ? "cross" : joinKind(tree, one.join);
    return at === own
      ? kind === "left" || kind === "full"
      : at > own && (kind === "right" || kind === "full");
  });
}
