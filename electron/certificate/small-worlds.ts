import {
  type CopiedTable,
  mostRowsOfGroup,
  type SampledRow,
} from "#shared/certificate/aimed-rows/aimed-row.ts";
import type { ReadTable } from "#shared/certificate/aimed-rows/named-columns.ts";
import { rowSql, sqlValue, tableName } from "#shared/certificate/aimed-rows/row-sql.ts";
import type { DatabaseSchema, SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { quotedName } from "#shared/sql/propose/profile-sql.ts";
import { type AskDatabase, rowsOf } from "./read-copied-table.ts";

/** A database in which few rows of one table are left: what takes the others away, and rows that count then, by table. */
export interface SmallWorld {
  aim: string;
  sql: string[];
  samples: Map<string, CopiedTable>;
  /** The table of which few rows are left; null where none is. */
  leaf: SchemaTable | null;
}

export interface WorldSetting {
  schema: DatabaseSchema | null;
  tables: readonly { table: SchemaTable; read: ReadTable }[];
  samples: ReadonlyMap<string, CopiedTable>;
  /** Whether the gold returns rows after some statements. */
  returnsRows(sql: readonly string[]): Promise<boolean>;
  dialect: SqlDialect;
}

/** So many parents are tried until the gold returns rows of one; a family of more rows is no small world. */
const mostSingle = 40;
const mostLookedAt = 5_000;
const mostInFamily = 40;
const mostLeaves = 2;

/**
 * Small worlds of a query: without any row of a table that it reads, with the rows of one parent, with a single row. In them a
 * sum has one summand and a group one row, so that bounds, ties and defaults show.
 */
export async function smallWorlds(ask: AskDatabase, setting: WorldSetting): Promise<SmallWorld[]> {
  const own = setting.tables.filter(({ table }) => table.kind === "table");
  const isReferred = ({ table }: (typeof own)[number]) =>
    own.some(
      (other) => other.table !== table && other.table.columns.some((column) => refersTo(column, table)),
    );
  const leaves = own.filter((one) => !isReferred(one)).slice(0, mostLeaves);
  const worlds: SmallWorld[] = [];
  for (const leaf of leaves) {
    const { table } = leaf;
    const above = referrers(setting.schema, table).map((name) => `DELETE FROM ${tableName(name)}`);
    const isAlone = setting.dialect === "postgresql" && above.length === 0;
    const cut = [...above, `${isAlone ? "TRUNCATE" : "DELETE FROM"} ${tableName(table.name)}`];
    const families = await familyWorlds(ask, setting, leaf, cut);
    const single = await singleRow(setting, leaf, cut);
    worlds.push(...families, ...single, {
      ...{ aim: `no row of ${table.name}`, sql: cut },
      ...{ samples: new Map(setting.samples), leaf: null },
    });
  }
  for (const world of worlds) await addAncestors(ask, setting, world);
  return worlds;
}

function refersTo({ references }: SchemaColumn, { name }: SchemaTable): boolean {
  return references?.table.toLowerCase() === name.toLowerCase();
}

/** The tables whose rows refer to a table, at once or through others, the farthest first. */
function referrers(schema: DatabaseSchema | null, table: SchemaTable, above: SchemaTable[] = []): string[] {
  const direct = (schema?.tables ?? []).filter(
    (one) =>
      one.kind === "table" &&
      one !== table &&
      !above.includes(one) &&
      one.columns.some((column) => refersTo(column, table)),
  );
  const all = direct.flatMap((one) => [...referrers(schema, one, [...above, table]), one.name]);
  return [...new Set(all)];
}

type Leaf = WorldSetting["tables"][number];

/** For each foreign key the rows of one parent are left, of one for which the gold returns rows if there is any. */
async function familyWorlds(
  ask: AskDatabase,
  { samples, returnsRows }: WorldSetting,
  { table, read }: Leaf,
  cut: readonly string[],
): Promise<SmallWorld[]> {
  const name = tableName(table.name);
  const [filter = { alias: "x", conditions: [] }] = read.filters;
  const where = filter.conditions.length === 0 ? "" : ` WHERE ${filter.conditions.join(" AND ")}`;
  const found: SmallWorld[] = [];
  for (const column of table.columns.filter(({ references }) => references !== null)) {
    const key = quotedName(column.name);
    const own = `${filter.alias}.${key}`;
    const parents = await ask(
      `SELECT ${own} FROM ${name} ${filter.alias}${where} GROUP BY ${own} HAVING COUNT(*) <= ${mostInFamily} ORDER BY 1 LIMIT ${mostLookedAt}`,
    );
    const values = rowsOf(parents).flatMap((row) => row[column.name] ?? []);
    const rowsBelow = async (value: string) =>
      rowsOf(
        await ask(
          `SELECT * FROM ${name} WHERE ${key} = ${sqlValue(value)} ORDER BY 1 LIMIT ${mostRowsOfGroup}`,
        ),
      );
    const sqlOf = (rows: readonly SampledRow[]) => [...cut, ...again(table, rows)];
    const above = cut.slice(0, -1);
    const isLive = (from: string, to: string) =>
      returnsRows([
        ...above,
        `DELETE FROM ${name} WHERE ${key} IS NULL OR ${key} NOT BETWEEN ${sqlValue(from)} AND ${sqlValue(to)}`,
      ]);
    const value = (await liveValue(values, isLive)) ?? values[0];
    if (value === undefined) continue;
    const family = await rowsBelow(value);
    found.push({
      aim: `only rows of ${table.name} with ${column.name} = ${value}`,
      sql: sqlOf(family),
      ...{ samples: withRows(samples, table, family, { [column.name]: family }), leaf: table },
    });
  }
  return found;
}

async function singleRow(
  { samples, returnsRows }: WorldSetting,
  { table }: Leaf,
  cut: readonly string[],
): Promise<SmallWorld[]> {
  const [key, ...more] = table.columns.filter(({ primaryKey }) => primaryKey);
  if (key === undefined || more.length > 0) return [];
  const rows = (samples.get(table.name)?.rows ?? []).slice(0, mostSingle);
  const sqlOf = (row: SampledRow) => [...cut, ...again(table, [row])];
  const row = (await firstThat(rows, (one) => returnsRows(sqlOf(one)))) ?? rows[0];
  return row === undefined
    ? []
    : [
        {
          aim: `only the row ${row[key.name]} of ${table.name}`,
          sql: sqlOf(row),
          ...{ samples: withRows(samples, table, [row], {}), leaf: table },
        },
      ];
}

/**
 * One of some values, in order, whose rows alone still give the gold rows: by halving, as of a group that passes a bound one half
 * passes it, too. Undefined where neither half does.
 */
async function liveValue(
  values: readonly string[],
  isLive: (from: string, to: string) => Promise<boolean>,
): Promise<string | undefined> {
  let some = values;
  while (some.length > 1) {
    const half = Math.ceil(some.length / 2);
    const parts = [some.slice(half), some.slice(0, half)];
    const live = await firstThat(parts, (part) => isLive(part[0] ?? "", part.at(-1) ?? ""));
    if (live === undefined) return undefined;
    some = live;
  }
  return some[0];
}

/** Puts rows back. */
function again({ name }: SchemaTable, rows: readonly SampledRow[]): string[] {
  const units = rows.map((values) => ({ aim: "", rows: [{ table: name, values, at: null }] }));
  return rowSql(units, [name]);
}

async function firstThat<Item>(items: readonly Item[], holds: (item: Item) => Promise<boolean>) {
  for (const item of items) if (await holds(item)) return item;
  return undefined;
}

function withRows(
  samples: ReadonlyMap<string, CopiedTable>,
  { name }: SchemaTable,
  rows: SampledRow[],
  families: CopiedTable["families"],
): Map<string, CopiedTable> {
  const own = samples.get(name);
  return new Map(samples).set(name, { values: {}, largestKey: null, ...own, rows, families });
}

/** Of the tables that the rows left refer to, the rows that they refer to come first. */
async function addAncestors(ask: AskDatabase, { tables }: WorldSetting, world: SmallWorld): Promise<void> {
  const seen = new Set<SchemaTable>();
  const visit = async (table: SchemaTable): Promise<void> => {
    if (seen.has(table)) return;
    seen.add(table);
    const [row] = world.samples.get(table.name)?.rows ?? [];
    for (const column of table.columns) {
      const parent = tables.find((one) => refersTo(column, one.table))?.table;
      const value = row?.[column.name] ?? null;
      if (parent === undefined || value === null || column.references === null) continue;
      const rows = rowsOf(
        await ask(
          `SELECT * FROM ${tableName(parent.name)} WHERE ${quotedName(column.references.column)} = ${sqlValue(value)}`,
        ),
      );
      if (!seen.has(parent)) world.samples = withRows(world.samples, parent, rows, {});
      await visit(parent);
    }
  };
  if (world.leaf !== null) await visit(world.leaf);
}
