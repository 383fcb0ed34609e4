import type { Cell } from "#shared/domain/cell.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";
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
  const newReader = ({ columns }: RunningQuery) => {
    const reader = new ProbedRows(columns, limits, `${file}-${closers.length}`);
    closers.push(() => reader.close());
    return reader;
  };
  const answerLater = async (query: RunningQuery): Promise<ComparableRows | null> => {
    const reader = newReader(query);
    for await (const row of query.rows) if (!reader.takes(row)) return null;
    return reader.finish();
  };
  return {
    run(sql) {
      const known = answers.get(sql);
      if (known !== undefined) return known;
      const query = session.query(sql, limits);
      // A comparison does not wait.
      if (query instanceof Promise) waiting.push({ sql, query });
      else if (Symbol.iterator in query.rows) {
        const reader = newReader(query);
        for (const row of query.rows) if (!reader.takes(row)) return null;
        return reader.finish();
      }
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

/** The rows of one query of a probe, as far as its limits let them be read. */
class ProbedRows {
  readonly #columns: RunningQuery["columns"];
  readonly #limits: RunLimits;
  readonly #spool: Spool<Cell[]>;
  readonly #endsAt: number;
  #closeReader = () => {};

  constructor(columns: RunningQuery["columns"], limits: RunLimits, file: string) {
    this.#columns = columns;
    this.#limits = limits;
    this.#spool = createSpool(file);
    this.#endsAt = performance.now() + limits.timeMs;
  }

  /** Takes a row; whether there is room and time for another. */
  takes(row: Cell[]): boolean {
    const length = row.reduce((sum, cell) => sum + (cell?.length ?? 4), 0);
    this.#spool.append(row, length);
    const { rows, resultBytes } = this.#limits;
    if (this.#spool.rowCount > rows || this.#spool.length > resultBytes) return false;
    return this.#spool.rowCount % 64 !== 0 || performance.now() <= this.#endsAt;
  }

  finish(): ComparableRows {
    const stored = this.#spool.finish();
    const reader = readStoredRows(stored);
    this.#closeReader = reader.close;
    return { columns: this.#columns, rowCount: stored.rowCount, rows: reader.rows };
  }

  close(): void {
    this.#closeReader();
    this.#spool.remove();
  }
}
