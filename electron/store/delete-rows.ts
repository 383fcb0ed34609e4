import { sql } from "kysely";
import { foreignKeys, keysThatLeadNowhere } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { plainStatement, query } from "./query.ts";

/** A foreign key: the columns of a table that refer to columns of another. */
export interface RowReference {
  table: string;
  from: string[];
  parent: string;
  to: string[];
}

/** The foreign keys of the workspace, those within a table left out. */
export async function foreignKeysOf(db: ReadHandle): Promise<RowReference[]> {
  const rows = await db.all(query.selectFrom(foreignKeys.as("key")).selectAll().orderBy("position"));
  const keys = Map.groupBy(
    rows.filter(({ table, parent }) => table !== parent),
    ({ table, key }) => `${table} ${key}`,
  );
  return [...keys.values()].map((columns) => ({
    table: columns[0]?.table ?? "",
    parent: columns[0]?.parent ?? "",
    from: columns.map(({ from }) => from),
    to: columns.map(({ to }) => to),
  }));
}

/** The tables that refer to one, by the column that does. */
export const referringTo = async (
  db: ReadHandle,
  table: string,
): Promise<{ table: string; column: string }[]> =>
  (await foreignKeysOf(db))
    .filter((key) => key.parent === table)
    .map((key) => ({ table: key.table, column: key.from.join(", ") }));

/**
 * Deletes the rows of a table that meet a condition (SQL over its columns), and before them every row that refers to them, however
 * far: a table that is added later goes along by its foreign keys. Throws where a key is left that leads nowhere.
 */
export async function deleteWithAllBelow(db: WriteHandle, table: string, condition: string): Promise<void> {
  const keys = await foreignKeysOf(db);
  const conditions = new Map([[table, condition]]);
  const order = [table];
  // A table comes once all that it refers to, and that lose rows, have come.
  for (const waiting = reachable(keys, table); waiting.size > 0; )
    for (const name of waiting) {
      const own = keys.filter((key) => key.table === name);
      if (own.some((key) => waiting.has(key.parent))) continue;
      const parts = own.flatMap(({ from, parent, to }) => {
        const gone = conditions.get(parent);
        return gone === undefined
          ? []
          : [`(${columns(from)}) IN (SELECT ${columns(to)} FROM "${parent}" WHERE ${gone})`];
      });
      conditions.set(name, parts.join(" OR "));
      order.push(name);
      waiting.delete(name);
    }
  for (const name of order.reverse())
    await db.run(plainStatement(`DELETE FROM "${name}" WHERE ${conditions.get(name)}`));
  const left = await db.first(query.selectFrom(keysThatLeadNowhere.as("key")).selectAll().limit(sql.lit(1)));
  if (left) throw new Error(`${left.table} would refer to a row of ${left.parent} that is gone`);
}

const columns = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/** The tables that refer to one, directly or by others. */
function reachable(keys: readonly RowReference[], table: string): Set<string> {
  const reached = new Set<string>();
  for (let size = -1; size < reached.size; ) {
    size = reached.size;
    for (const key of keys) if (key.parent === table || reached.has(key.parent)) reached.add(key.table);
  }
  return reached;
}
