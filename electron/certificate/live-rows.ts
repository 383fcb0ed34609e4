import type { SampledRow } from "#shared/certificate/aimed-rows/aimed-row.ts";
import type { AimedSetting } from "#shared/certificate/aimed-rows/aimed-setting.ts";
import type { ReadTable } from "#shared/certificate/aimed-rows/named-columns.ts";
import { sqlValue, tableName } from "#shared/certificate/aimed-rows/row-sql.ts";
import { cellText } from "#shared/domain/cell.ts";
import type { SchemaTable } from "#shared/domain/schema.ts";
import { quotedName } from "#shared/sql/propose/profile-sql.ts";
import type { InsertedResult } from "./inserted-runs.ts";
import { type AskDatabase, eachOnce, rowsOf } from "./read-copied-table.ts";

/** So many rows of a table are samples, so many of them of one parent, which has few; so many parents are looked at. */
const mostRows = 20;
const mostOfParent = 6;
const mostInFamily = 40;
const mostParents = 5_000;

const unfiltered = { alias: "x", conditions: [] };

/** What the gold gives after each of some lists of statements. */
export type GoldAfter = (lists: readonly (readonly string[])[]) => Promise<InsertedResult[]>;

/**
 * The samples with rows first that make the gold return something by themselves: those of one parent of a table that nothing
 * refers to, and the rows that these refer to. What is written beside them shows.
 */
export async function withLiveRows(
  ask: AskDatabase,
  { tables, samples, referred }: AimedSetting,
  { filters, goldAfter }: { filters: ReadonlyMap<string, ReadTable["filters"]>; goldAfter: GoldAfter },
): Promise<AimedSetting["samples"]> {
  const found = new Map(samples);
  const first = (table: SchemaTable, rows: ReturnType<typeof rowsOf>) => {
    const own = found.get(table.name);
    if (own === undefined || rows.length === 0) return;
    const others = own.rows.filter((row) => !rows.some((one) => JSON.stringify(one) === JSON.stringify(row)));
    found.set(table.name, { ...own, rows: [...rows, ...others].slice(0, mostRows) });
  };
  const addParents = async (table: SchemaTable, seen: readonly SchemaTable[]): Promise<void> => {
    const [row] = found.get(table.name)?.rows ?? [];
    for (const { name, references } of table.columns) {
      const parent = tables.find((one) => one.table.name.toLowerCase() === references?.table.toLowerCase());
      const value = row?.[name] ?? null;
      if (references === null || parent === undefined || value === null || seen.includes(parent.table))
        continue;
      const key = quotedName(references.column);
      first(
        parent.table,
        rowsOf(await ask(`SELECT * FROM ${tableName(parent.table.name)} WHERE ${key} = ${sqlValue(value)}`)),
      );
      await addParents(parent.table, [...seen, parent.table]);
    }
  };
  for (const { table } of tables) {
    if (table.kind !== "table" || referred.has(table.name.toLowerCase())) continue;
    const { key, values } = await parentsOf(ask, table);
    const half = Math.ceil(values.length / 2);
    // Two of them mostly stand in two groups, so that both can be made alike.
    for (const some of [values.slice(half), values.slice(0, half)]) {
      const live = await liveParent(key, some, (within) =>
        goldAfter(within.map((one) => [`DELETE FROM ${tableName(table.name)} WHERE (${one}) IS NOT TRUE`])),
      );
      if (live === null) continue;
      const own = `${key} = ${sqlValue(live)}`;
      const rows: SampledRow[] = [];
      // Those that pass the conditions of the texts on this table alone come first.
      for (const { alias, conditions } of [...(filters.get(table.name) ?? []), unfiltered])
        rows.push(
          ...rowsOf(
            await ask(
              `SELECT ${alias}.* FROM ${tableName(table.name)} ${alias} WHERE ${[`${alias}.${own}`, ...conditions].join(" AND ")} ORDER BY 1 LIMIT ${mostOfParent}`,
            ),
          ),
        );
      first(table, eachOnce(rows).slice(0, mostOfParent));
      await addParents(table, [table]);
    }
  }
  return found;
}

/** The values of the foreign key that has most of them, of parents with few rows. */
async function parentsOf(ask: AskDatabase, table: SchemaTable): Promise<{ key: string; values: string[] }> {
  const found: { key: string; values: string[] }[] = [];
  for (const { name } of table.columns.filter(({ references }) => references !== null)) {
    const key = quotedName(name);
    const sql = `SELECT ${key} AS k FROM ${tableName(table.name)} WHERE ${key} IS NOT NULL GROUP BY 1 HAVING COUNT(*) <= ${mostInFamily} ORDER BY 1 LIMIT ${mostParents}`;
    found.push({ key, values: rowsOf(await ask(sql)).flatMap(({ k }) => k ?? []) });
  }
  const [most] = found.sort((one, other) => other.values.length - one.values.length);
  return most ?? { key: "", values: [] };
}

/**
 * One of some parents whose rows alone still give the gold rows, by halving: where a group passes a bound, one half of it does,
 * too. Null where neither half does.
 */
async function liveParent(
  key: string,
  values: readonly string[],
  goldWithin: (conditions: readonly string[]) => Promise<InsertedResult[]>,
): Promise<string | null> {
  let some = values;
  while (some.length > 1) {
    const half = Math.ceil(some.length / 2);
    const parts = [some.slice(half), some.slice(0, half)];
    const within = parts.map(
      (part) => `${key} BETWEEN ${sqlValue(part[0] ?? "")} AND ${sqlValue(part.at(-1) ?? "")}`,
    );
    const live = parts[(await goldWithin(within)).findIndex(returnsSomething)];
    if (live === undefined) return null;
    some = live;
  }
  return some[0] ?? null;
}

/** Whether a result holds anything but nothing: an aggregate of no rows is one row, of NULL or zero. */
function returnsSomething({ failure, last }: InsertedResult): boolean {
  const isNothing = (text: string) => /^(?:0(?:\.0+)?|f|false)$/.test(text);
  const rows = failure === null ? (last?.rows ?? []) : [];
  return rows.some((row) => row.some((cell) => cell !== null && !isNothing(cellText(cell))));
}
