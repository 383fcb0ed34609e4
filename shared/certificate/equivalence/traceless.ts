import { callArguments, callName, childOf } from "../../sql/mutate/at-node.ts";
import { nodesOf, type SqlNode } from "../../sql/tree/sql-node.ts";
import { conjuncts, joinKind, lastNameIn, type SelectBlock } from "./block.ts";
import { ownNodes } from "./own-nodes.ts";
import { strictColumns } from "./strict-columns.ts";
import { treeFacts } from "./tree-facts.ts";

/**
 * Columns that a block reads whose rows without a value change nothing in the end: what is computed from them is NULL, and
 * aggregates pass it over, or a condition of the block that reads this one leaves it out.
 */
export function tracelessColumns(block: SelectBlock, depth = 0): Set<string> {
  if (depth > 8 || !joinsOnlyInner(block) || hasWindow(block)) return new Set();
  let names: Set<string> | null = null;
  const needed = (value: SqlNode) => {
    const name = outputName(block, value);
    if (name === null) return false;
    names ??= neededColumns(block, depth);
    return names.has(name);
  };
  const values = (childOf(block.select, "select-list")?.children ?? []).flatMap(({ kind, children }) =>
    kind === "select-item" ? children.slice(0, 1) : [],
  );
  if (block.isAggregated) {
    const kept = aggregatedColumns(block);
    const isLeftOut = values.some((value) => ignoringNulls.has(callName(block.tree, value)) && needed(value));
    return kept.size > 0 || !isLeftOut ? kept : valuesOfAggregates(block);
  }
  const list = childOf(block.select, "select-list");
  const isPlain = list !== undefined && childOf(list, "distinct") === undefined;
  if (!isPlain || childOf(block.select, "limit") !== undefined) return new Set();
  return new Set(values.filter(needed).flatMap((value) => [...strictColumns(block, value)]));
}

/**
 * Columns whose rows without a value change nothing in a grouped block: every aggregate is of an expression that is NULL with
 * them, and HAVING leaves out the groups that have nothing else.
 */
export function aggregatedColumns(block: SelectBlock): Set<string> {
  const having = conjuncts(childOf(block.select, "having")?.children[0]);
  const isKept = having.some((condition) => {
    const [left, , right] = condition.children;
    const isBound = condition.kind === "comparison" && right?.kind === "number";
    return isBound && left !== undefined && ignoringNulls.has(callName(block.tree, left));
  });
  return isKept ? valuesOfAggregates(block) : new Set();
}

/** Columns without which the argument of every aggregate is NULL; none where an aggregate counts NULL, too. */
function valuesOfAggregates(block: SelectBlock): Set<string> {
  const calls = ownNodes(block.select).filter((node) => ignoringNulls.has(callName(block.tree, node)));
  const others = ownNodes(block.select).some(
    (node) => node.kind === "call" && childOf(node, "over") === undefined && isOtherAggregate(block, node),
  );
  if (calls.length === 0 || others) return new Set();
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

function joinsOnlyInner({ tree, sources }: SelectBlock): boolean {
  return sources.every(({ join }) => join === null || ["inner", "cross"].includes(joinKind(tree, join)));
}

function hasWindow({ select }: SelectBlock): boolean {
  return ownNodes(select).some((node) => childOf(node, "over") !== undefined);
}

/** The name that a block gives to a value of its select list, in small letters; null where it has none. */
function outputName({ tree, select }: SelectBlock, value: SqlNode): string | null {
  const item = childOf(select, "select-list")?.children.find(({ children }) => children[0] === value);
  const alias = item === undefined ? undefined : childOf(item, "alias");
  const named = alias ?? (value.kind === "column" ? value : undefined);
  return named === undefined ? null : lastNameIn(tree, named);
}

/** The columns of a CTE whose rows without a value the one block that reads it leaves out, or does not notice. */
function neededColumns(block: SelectBlock, depth: number): Set<string> {
  const reader = readerOf(block);
  if (reader === null || !joinsOnlyInner(reader.block)) return new Set();
  const ids = [...reader.block.present, ...tracelessColumns(reader.block, depth + 1)];
  const own = `${reader.alias}.`;
  return new Set(ids.filter((id) => id.startsWith(own)).map((id) => id.slice(own.length)));
}

/** The only block that reads the CTE that a block is, and what it calls it; null where there is none, or more. */
export function readerOf(block: SelectBlock): { block: SelectBlock; alias: string } | null {
  const known = readers.get(block);
  if (known !== undefined) return known;
  const reader = findReader(block);
  readers.set(block, reader);
  return reader;
}

const readers = new WeakMap<SelectBlock, ReturnType<typeof readerOf>>();

function findReader({ tree, select, all }: SelectBlock): ReturnType<typeof readerOf> {
  const { isRecursive, ctes } = treeFacts(tree);
  const cte = ctes.get(select);
  const named = cte?.children.length === 2 ? childOf(cte, "alias") : undefined;
  if (named === undefined || isRecursive) return null;
  const name = lastNameIn(tree, named);
  const reads = [...nodesOf(tree.root)].filter(
    (node) => node.kind === "table-name" && lastNameIn(tree, node) === name,
  );
  const [read] = reads;
  if (read === undefined || reads.length > 1) return null;
  const found = all.flatMap((block) =>
    (childOf(block.select, "from")?.children ?? []).flatMap((child) => {
      const table = child.kind === "join" ? child.children[1] : child;
      const alias = table?.children.includes(read) ? (childOf(table, "alias") ?? read) : undefined;
      return alias === undefined ? [] : [{ block, alias: lastNameIn(tree, alias) }];
    }),
  );
  const [reader] = found;
  return found.length === 1 && reader !== undefined ? reader : null;
}
