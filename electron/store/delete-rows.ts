import type Database from "better-sqlite3";

/** A column that refers to another table. */
interface Reference {
  from: string;
  table: string;
  to: string;
}

/** The tables of the workspace with what each refers to, itself left out. */
function referencesByTable(connection: Database.Database): Map<string, Reference[]> {
  const tables = connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  return new Map(
    tables.map((name) => {
      const keys = connection.pragma(`foreign_key_list(${name})`) as Reference[];
      return [name, keys.filter(({ table }) => table !== name)];
    }),
  );
}

/** The tables that refer to one, by the column that does. */
export function referringTo(
  connection: Database.Database,
  table: string,
): { table: string; column: string }[] {
  return [...referencesByTable(connection)].flatMap(([name, references]) =>
    references.filter((one) => one.table === table).map(({ from }) => ({ table: name, column: from })),
  );
}

/**
 * Deletes the rows of a table that meet a condition (SQL over its columns), and before them every row that refers to them, however
 * far: a table that is added later goes along by its foreign keys. To be called with foreign keys off, which would have
 * each row looked for in every table; throws where a key is left that leads nowhere.
 */
export function deleteWithAllBelow(connection: Database.Database, table: string, condition: string): void {
  const references = referencesByTable(connection);
  const conditions = new Map([[table, condition]]);
  const order = [table];
  // A table comes once all that it refers to, and that lose rows, have come.
  for (const waiting = reachable(references, table); waiting.size > 0; )
    for (const name of waiting) {
      const own = references.get(name) ?? [];
      if (own.some((one) => waiting.has(one.table))) continue;
      const parts = own.flatMap(({ from, table: parent, to }) => {
        const gone = conditions.get(parent);
        return gone === undefined ? [] : [`"${from}" IN (SELECT "${to}" FROM "${parent}" WHERE ${gone})`];
      });
      conditions.set(name, parts.join(" OR "));
      order.push(name);
      waiting.delete(name);
    }
  for (const name of order.reverse()) connection.exec(`DELETE FROM "${name}" WHERE ${conditions.get(name)}`);
  const dangling = connection.pragma("foreign_key_check") as { table: string; parent: string }[];
  const [first] = dangling;
  if (first) throw new Error(`${first.table} would refer to a row of ${first.parent} that is gone`);
}

/** The tables that refer to one, directly or by others. */
function reachable(references: ReadonlyMap<string, Reference[]>, table: string): Set<string> {
  const reached = new Set<string>();
  for (let size = -1; size < reached.size; ) {
    size = reached.size;
    for (const [name, own] of references)
      if (own.some((one) => one.table === table || reached.has(one.table))) reached.add(name);
  }
  return reached;
}
