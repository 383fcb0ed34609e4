import { callArguments, callName, childOf, put } from "../../../sql/mutate/at-node.ts";
import type { SqlNode } from "../../../sql/tree/sql-node.ts";
import { conjuncts, joinKind, type SelectBlock, type Source } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { ownNodes } from "../own-nodes.ts";
import { strictColumns } from "../strict-columns.ts";

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

/**
 * Columns whose rows without a value change nothing: every aggregate is of an expression that is NULL with them, and HAVING
 * leaves out the groups that have nothing else.
 */
function aggregatedColumns(block: SelectBlock): Set<string> {
  const calls = ownNodes(block.select).filter((node) => ignoringNulls.has(callName(block.tree, node)));
  const others = ownNodes(block.select).some(
    (node) => node.kind === "call" && childOf(node, "over") === undefined && isOtherAggregate(block, node),
  );
  const having = conjuncts(childOf(block.select, "having")?.children[0]);
  const isKept = having.some((condition) => {
    const [left, , right] = condition.children;
    const isBound = condition.kind === "comparison" && right?.kind === "number";
    return isBound && left !== undefined && ignoringNulls.has(callName(block.tree, left));
  });
  if (calls.length === 0 || others || !isKept) return new Set();
  const [first, ...rest] = calls.map((call) => strictColumns(block, callArguments(call)[0]));
  return new Set([...(first ?? [])].filter((id) => rest.every((one) => one.has(id))));
}

const ignoringNulls = new Set(["avg", "sum", "min", "max"]);

function isOtherAggregate({ tree }: SelectBlock, node: SqlNode): boolean {
  const name = callName(tree, node);
  return /^(?:count|array_agg|.*_agg|bool_.*|every|percentile_.*|mode|stddev.*|var.*|total|group_concat)$/.test(
    name,
  );
}
