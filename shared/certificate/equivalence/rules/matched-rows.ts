import { childOf, put } from "../../../sql/mutate/at-node.ts";
import type { SqlNode } from "../../../sql/tree/sql-node.ts";
import { conjuncts, joinKind, type SelectBlock, type Source } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { strictColumns } from "../strict-columns.ts";
import { aggregatedColumns } from "../traceless.ts";

/** An outer join whose unmatched rows a later condition leaves out. */
export const matchedRows: EquivalenceRule = {
  id: "matched-rows",
  because: "A condition leaves out the rows without a match.",
  rewrite(block) {
    if (!block.isKnown) return [];
    for (const [at, source] of block.sources.entries()) {
      const { join } = source;
      const type = join === null ? undefined : childOf(join, "join-type");
      if (join === null || type === undefined) continue;
      const kind = joinKind(block.tree, join);
      const needsRight = isNeeded(block, [source], join);
      const needsLeft = isNeeded(block, block.sources.slice(0, at), join);
      const text = narrower(kind, needsLeft, needsRight);
      if (text !== null) return [put(type, text)];
    }
    return [];
  },
};

function narrower(kind: ReturnType<typeof joinKind>, needsLeft: boolean, needsRight: boolean): string | null {
  if (kind === "left") return needsRight ? "JOIN" : null;
  if (kind === "right") return needsLeft ? "JOIN" : null;
  if (kind !== "full") return null;
  if (needsLeft && needsRight) return "JOIN";
  if (needsLeft) return "LEFT JOIN";
  return needsRight ? "RIGHT JOIN" : null;
}

/** Whether a column of these sources is never NULL in the rows that WHERE, a later inner join or HAVING lets through. */
function isNeeded(block: SelectBlock, sources: readonly Source[], join: SqlNode): boolean {
  const behind = block.sources.slice(block.sources.findIndex((one) => one.join === join) + 1);
  const later = behind.flatMap((one) =>
    one.join !== null && joinKind(block.tree, one.join) === "inner"
      ? conjuncts(childOf(one.join, "on")?.children[0])
      : [],
  );
  const where = conjuncts(childOf(block.select, "where")?.children[0]);
  const present = [...later, ...where].map((condition) => strictColumns(block, condition));
  const ids = [...present, aggregatedColumns(block)].flatMap((columns) => [...columns]);
  return sources.some(({ columns }) => [...columns.values()].some(({ id }) => ids.includes(id)));
}
