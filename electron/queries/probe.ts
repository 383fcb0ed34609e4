import type { Cell } from "#shared/domain/cell.ts";
import type { RunLimits } from "#shared/domain/result.ts";
import type { ComparableRows } from "#shared/sql/compare/comparable-rows.ts";
import type { QuerySession, RunningQuery } from "../engines/engine.ts";
import { createSpool, readStoredRows, type Spool } from "./spool.ts";

/** Lets a comparison ask the database once more, under the limits of the statement. */
export interface DatabaseProbe {
  /** What a query gives; null where it does not run within the limits, and for now where its engine answers later. */
  run(sql: string): ComparableRows | null;
  /** Waits for what the engine answers later; whether there was any: a comparison that is made again then finds it. */
  settle(): Promise<boolean>;
  /** Removes what was read. */
  close(): void;
}

export function probeOf(session: QuerySession, limits: RunLimits, file: string): DatabaseProbe {
  const closers: (() => void)[] = [];
  const answers = new Map<string, ComparableRows | null>();
  const waiting: { sql: string; query: Promise<RunningQuery> }[] = [];

  function answerNow({ columns, rows }: RunningQuery & { rows: Iterable<Cell[]> }): ComparableRows | null {
    const { spool, takes } = newSpool();
    for (const row of rows) if (!takes(row)) return null;
    return sourceOf(columns, spool);
  }

  async function answerLater({ columns, rows }: RunningQuery): Promise<ComparableRows | null> {
    const { spool, takes } = newSpool();
    for await (const row of rows) if (!takes(row)) return null;
    return sourceOf(columns, spool);
  }

  function newSpool(): { spool: Spool<Cell[]>; takes(row: Cell[]): boolean } {
    const spool = createSpool<Cell[]>(`${file}-${closers.length}`);
    closers.push(spool.remove);
    const endsAt = performance.now() + limits.timeMs;
    return {
      spool,
      takes(row) {
        spool.append(
          row,
          row.reduce((length, cell) => length + (cell?.length ?? 4), 0),
        );
        if (spool.rowCount > limits.rows || spool.length > limits.resultBytes) return false;
        return spool.rowCount % 64 !== 0 || performance.now() <= endsAt;
      },
    };
  }

  function sourceOf(columns: RunningQuery["columns"], spool: Spool<Cell[]>): ComparableRows {
    const stored = spool.finish();
    const reader = readStoredRows(stored);
    closers.push(reader.close);
    return { columns, rowCount: stored.rowCount, rows: reader.rows };
  }

  return {
    run(sql) {
      const known = answers.get(sql);
      if (known !== undefined) return known;
      const query = session.query(sql, limits);
      // A comparison does not wait.
      if (query instanceof Promise) waiting.push({ sql, query });
      else if (Symbol.iterator in query.rows) return answerNow({ ...query, rows: query.rows });
      return null;
    },
    async settle() {
      const asked = waiting.splice(0);
      for (const { sql, query } of asked) answers.set(sql, await query.then(answerLater).catch(() => null));
      return asked.length > 0;
    },
    close: () => {
      for (const close of closers.reverse()) close();
    },
  };
}
