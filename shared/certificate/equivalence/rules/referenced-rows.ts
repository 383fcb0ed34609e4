import { childOf, put } from "../../../sql/mutate/at-node.ts";
import { columnIn, conjuncts, joinKind, type SelectBlock, type Source } from "../block.ts";
import { equality } from "../determined.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";

/** LEFT JOIN along a foreign key that is never NULL: every row finds its match. */
export const referencedRows: EquivalenceRule = {
  id: "referenced-rows",
  because: "A foreign key that is never NULL has a match for every row.",
  rewrite: (block) =>
    block.sources.flatMap((source) => {
      const type = source.join === null ? undefined : childOf(source.join, "join-type");
      if (type === undefined || !alwaysMatches(block, source)) return [];
      const kind = joinKind(block.tree, source.join as NonNullable<Source["join"]>);
      if (kind === "left") return [put(type, "JOIN")];
      return kind === "full" ? [put(type, "RIGHT JOIN")] : [];
    }),
};

function alwaysMatches(block: SelectBlock, { join, table, keys }: Source): boolean {
  const conditions = conjuncts(childOf(join as NonNullable<Source["join"]>, "on")?.children[0]);
  const [condition] = conditions;
  if (table === null || condition === undefined || conditions.length > 1) return false;
  const columns = (equality(block, condition) ?? []).map((side) => columnIn(block, side));
  return [columns, columns.toReversed()].some(([own, other]) => {
    if (!own || !other || !keys.some((key) => key.length === 1 && key[0] === own.id)) return false;
    const holder = block.sources.find(({ alias }) => other.id.startsWith(`${alias}.`));
    const isThere = holder !== undefined && holder.table !== null && !wasOptional(block, holder, join);
    return isThere && other.notNull && other.references === `${table}.${own.id.split(".")[1]}`;
  });
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
