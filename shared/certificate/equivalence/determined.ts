import { childOf, quote } from "../../sql/mutate/at-node.ts";
import { nodesOf, type SqlNode } from "../../sql/tree/sql-node.ts";
import { columnIn, conjuncts, idOf, joinKind, type SelectBlock, type Source } from "./block.ts";

/** Two columns that are equal in every row that a block keeps, or a column that always has one value (`from` is null). */
interface Dependency {
  from: readonly string[];
  to: string;
}

/** The columns, by their ids, that the values of some columns or expressions settle in the rows of a block. */
export function determinedBy(block: SelectBlock, ids: Iterable<string>): Set<string> {
  const known = new Set(ids);
  const dependencies = dependenciesOf(block);
  for (let size = -1; size !== known.size; ) {
    size = known.size;
    for (const { from, to } of dependencies) if (from.every((id) => known.has(id))) known.add(to);
  }
  return known;
}

/** Whether known columns and expressions settle another one: it is among them, or is computed from such columns alone. */
export function isSettled(block: SelectBlock, node: SqlNode, known: ReadonlySet<string>): boolean {
  if (known.has(idOf(block, node))) return true;
  const parts = [...nodesOf(node)];
  const columns = parts.filter(({ kind }) => kind === "column");
  const isPlain = parts.every(({ kind }) => plain.has(kind));
  return isPlain && columns.length > 0 && columns.every((one) => known.has(idOf(block, one)));
}

const plain = new Set<SqlNode["kind"]>([
  "column",
  "cast",
  "type",
  "parenthesised",
  "operation",
  "operator",
  "number",
  "string",
]);

/** Whether some columns or expressions settle which row of each source a row of the block is made of. */
export function determinesRow(block: SelectBlock, ids: Iterable<string>): boolean {
  if (!block.isKnown || block.sources.length === 0) return false;
  const known = determinedBy(block, ids);
  return block.sources.every(({ keys }) => keys.some((key) => key.every((id) => known.has(id))));
}

/** Whether they settle which row of the result it is: its group, or what it is made of. */
export function determinesResult(block: SelectBlock, ids: Iterable<string>): boolean {
  if (!block.isAggregated) return determinesRow(block, ids);
  const known = determinedBy(block, ids);
  return block.groupItems.every((item) => isSettled(block, item, known));
}

/** Pairs of columns, by their ids, that are equal and not NULL in every row of a block. */
export function equalColumns(block: SelectBlock): [string, string][] {
  return block.conditions.flatMap((condition): [string, string][] => {
    const sides = equality(block, condition);
    if (sides === null) return [];
    const [left, right] = sides.map((side) => columnIn(block, side));
    return left && right ? [[left.id, right.id]] : [];
  });
}

/** Both sides of `a = b`; null for any other condition. */
export function equality(block: SelectBlock, condition: SqlNode): [SqlNode, SqlNode] | null {
  const [left, operator, right] = condition.children;
  if (condition.kind !== "comparison" || left === undefined || operator === undefined || right === undefined)
    return null;
  return quote(block.tree, operator) === "=" ? [left, right] : null;
}

const constants = new Set(["number", "string", "typed-literal"]);

function dependenciesOf(block: SelectBlock): Dependency[] {
  const ofKeys = block.sources.flatMap(({ keys, columns }) =>
    keys.flatMap((key) => [...columns.values()].map(({ id }) => ({ from: key, to: id }))),
  );
  const ofEqualities = equalColumns(block).flatMap(([one, other]) => [
    { from: [one], to: other },
    { from: [other], to: one },
  ]);
  const ofConstants = block.conditions.flatMap((condition): Dependency[] => {
    const [left, right] = equality(block, condition) ?? [];
    const column = left === undefined ? null : columnIn(block, left);
    return column !== null && right !== undefined && constants.has(right.kind)
      ? [{ from: [], to: column.id }]
      : [];
  });
  return [
    ...ofKeys,
    ...ofEqualities,
    ...ofConstants,
    ...block.sources.flatMap((one) => ofLeftJoin(block, one)),
  ];
}

/** Where a left join has nothing but equalities, the columns of the left side say which row it finds, or that there is none. */
function ofLeftJoin(block: SelectBlock, { join, alias }: Source): Dependency[] {
  if (join === null || joinKind(block.tree, join) !== "left") return [];
  const pairs = conjuncts(childOf(join, "on")?.children[0]).map((condition) => {
    const columns = (equality(block, condition) ?? []).map((side) => columnIn(block, side)?.id ?? null);
    const own = columns.find((id) => id?.startsWith(`${alias}.`)) ?? null;
    const other = columns.find((id) => id !== null && id !== own) ?? null;
    return own === null || other === null ? null : { own, other };
  });
  if (pairs.length === 0 || pairs.some((pair) => pair === null)) return [];
  const sure = pairs.filter((pair) => pair !== null);
  return sure.map(({ own }) => ({ from: sure.map(({ other }) => other), to: own }));
}
