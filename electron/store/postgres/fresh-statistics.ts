import type { ServerStatement } from "../query.ts";

/**
 * A table's statistics are made anew when a host has changed so many of its rows, and again each time that these are tenfold: after an
 * import. What people do is less, and the server's own to see.
 */
const firstRows = 10_000;

/** The rows that were changed, by table. */
export type ChangedRows = Map<string, number>;

/** Counts what a statement has changed. */
export function countChanged(rows: ChangedRows, { sql }: ServerStatement, changed: number): void {
  const [, table] = /^(?:insert into|update|delete from) "(\w+)"/.exec(sql) ?? [];
  if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + changed);
}

/**
 * Has the server look at tables that were filled just now. By itself it does so within a minute, and not at all where it crashes
 * meanwhile; until then it plans as for an empty table (measured with 60,000 items: 2.7 ms to find one instead of 0.05).
 */
export function freshStatistics(run: (sql: string) => Promise<void>) {
  const tables = new Map<string, { rows: number; next: number }>();
  return {
    /** Takes in what a commit has changed; never rejects, as plans stay right without. */
    async committed(changed: ChangedRows): Promise<void> {
      const stale: string[] = [];
      for (const [table, rows] of changed) {
        const known = tables.get(table) ?? { rows: 0, next: firstRows };
        known.rows += rows;
        if (known.rows >= known.next) {
          known.next = known.rows * 10;
          stale.push(`"${table}"`);
        }
        tables.set(table, known);
      }
      if (stale.length > 0) await run(`ANALYZE ${stale.join(", ")}`).catch(() => undefined);
    },
  };
}
