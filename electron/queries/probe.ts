import type { Cell } from "#shared/domain/cell.ts";
import type { RunLimits } from "#shared/domain/result.ts";
import type { Probe } from "#shared/sql/compare/limit-tie.ts";
import type { QuerySession } from "../engines/engine.ts";
import { createSpool, readStoredRows } from "./spool.ts";

/** Lets a comparison ask the database once more, under the limits of the statement. `close` removes what was read. */
export function probeOf(
  session: QuerySession,
  limits: RunLimits,
  file: string,
): { run: Probe; close(): void } {
  const closers: (() => void)[] = [];
  const run: Probe = (sql) => {
    const query = session.query(sql, limits);
    // A comparison is synchronous: an engine that answers later cannot be asked from within it.
    if (query instanceof Promise || !(Symbol.iterator in query.rows)) return null;
    const spool = createSpool<Cell[]>(`${file}-${closers.length}`);
    closers.push(spool.remove);
    const endsAt = performance.now() + limits.timeMs;
    for (const row of query.rows) {
      spool.append(
        row,
        row.reduce((length, cell) => length + (cell?.length ?? 4), 0),
      );
      if (spool.rowCount > limits.rows || spool.length > limits.resultBytes) return null;
      if (spool.rowCount % 64 === 0 && performance.now() > endsAt) return null;
    }
    const stored = spool.finish();
    const reader = readStoredRows(stored);
    closers.push(reader.close);
    return { columns: query.columns, rowCount: stored.rowCount, rows: reader.rows };
  };
  return {
    run,
    close: () => {
      for (const close of closers.reverse()) close();
    },
  };
}
