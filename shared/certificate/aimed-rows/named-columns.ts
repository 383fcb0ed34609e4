import type { DatabaseSchema } from "../../domain/schema.ts";
import { childOf } from "../../sql/mutate/at-node.ts";
import { nodesOf, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { columnIn, type SelectBlock } from "../equivalence/block.ts";
import { queryFacts } from "../equivalence/query-facts.ts";

/** What some texts read of a table of the schema. */
export interface ReadTable {
  /** In small letters. */
  table: string;
  /** The columns that are named, in small letters. */
  columns: Set<string>;
  /** Conditions that rows of the table have to meet by themselves, each set from one SELECT: as `alias` calls the table. */
  filters: { alias: string; conditions: string[]; order: string | null }[];
  /** The numbers of rows that SELECTs of this table stop at. */
  limits: number[];
}

/** The tables that texts read, with the columns that they name and the conditions on each alone. */
export function readTables(trees: readonly SqlTree[], schema: DatabaseSchema | null): ReadTable[] {
  const found = new Map<string, ReadTable>();
  const known = new Map((schema?.tables ?? []).map((table) => [table.name.toLowerCase(), table]));
  for (const tree of trees) {
    const names = new Set(tree.tokens.map(({ text }) => text.replaceAll('"', "").toLowerCase()));
    for (const block of queryFacts(tree, schema))
      for (const { table, alias } of block.sources) {
        if (table === null) continue;
        const own = found.get(table) ?? { table, columns: new Set<string>(), filters: [], limits: [] };
        found.set(table, own);
        const conditions = filterOf(block, alias);
        const order = orderOf(block, alias);
        own.limits.push(...limitOf(block));
        if (conditions.length > 0 || order !== null) own.filters.push({ alias, conditions, order });
      }
    for (const name of names) {
      const table = known.get(name);
      if (table?.kind !== "table") continue;
      const own = found.get(name) ?? { table: name, columns: new Set<string>(), filters: [], limits: [] };
      found.set(name, own);
    }
    for (const own of found.values())
      for (const { name } of known.get(own.table)?.columns ?? [])
        if (names.has(name.toLowerCase())) own.columns.add(name.toLowerCase());
  }
  return [...found.values()];
}

/** The conditions of a SELECT that name nothing but one of its sources. */
function filterOf(block: SelectBlock, alias: string): string[] {
  return block.conditions
    .filter((condition) => {
      const columns = [...nodesOf(condition)].filter(({ kind }) => kind === "column");
      const isPlain = ![...nodesOf(condition)].some(({ kind }) => kind === "subquery" || kind === "exists");
      return (
        isPlain &&
        columns.length > 0 &&
        columns.every((column) => columnIn(block, column)?.id.startsWith(`${alias}.`) === true)
      );
    })
    .map((condition) => textOf(block.tree, condition));
}

/** The number of rows that a SELECT stops at, as a literal of reasonable size. */
function limitOf({ tree, select }: SelectBlock): number[] {
  const limit = childOf(select, "limit");
  const number = limit === undefined ? undefined : [...nodesOf(limit)].find(({ kind }) => kind === "number");
  const count = number === undefined ? 0 : Number(textOf(tree, number));
  return Number.isInteger(count) && count > 0 && count <= 1_000 ? [count] : [];
}

/** What a SELECT sorts by, where that names nothing but one of its sources. */
function orderOf(block: SelectBlock, alias: string): string | null {
  const order = block.isAggregated ? undefined : childOf(block.select, "order-by");
  const columns = order === undefined ? [] : [...nodesOf(order)].filter(({ kind }) => kind === "column");
  const isOwn = columns.every((column) => columnIn(block, column)?.id.startsWith(`${alias}.`) === true);
  return order !== undefined && columns.length > 0 && isOwn ? textOf(block.tree, order) : null;
}
