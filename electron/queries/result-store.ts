import { randomUUID } from "node:crypto";
import type { Cell } from "#shared/domain/cell.ts";
import type { AlignedRow } from "#shared/domain/comparison.ts";
import type { RowPage } from "#shared/domain/result.ts";
import type { AlignedLine, StoredComparison } from "./query-protocol.ts";
import { ResultGone } from "./query-runner.ts";
import { readStoredRows, removeStored, type StoredRows, type StoredRowsReader } from "./spool.ts";

/** A page stops once it has this many characters, so that huge cells cannot make a huge message; it has one row at least. */
const maxPageLength = 8 * 2 ** 20;

/** How many bytes the kept results may take, in this process's memory and on disk. */
export interface ResultBudget {
  memoryBytes: number;
  diskBytes: number;
}

/** Results at rest, in memory and in files, dropped as the least recently used once they exceed the budget. */
export interface ResultStore {
  /** Announces a result that still runs; a page of it waits until it is kept or dropped. */
  announce(): string;
  store(id: string, stored: StoredRows<Cell[]>): void;
  storeComparison(comparison: StoredComparison, predictedId: string, goldId: string): string;
  drop(id: string): void;
  page(id: string, from: number, count: number): Promise<RowPage>;
  aligned(
    id: string,
    from: number,
    count: number,
    onlyDifferences: boolean,
  ): { from: number; total: number; rows: AlignedRow[] };
  /** Whether a file in the spool folder belongs to a kept result. */
  holds(file: string): boolean;
}

interface KeptComparison extends StoredComparison {
  predictedId: string;
  goldId: string;
}

interface Entry extends ResultBudget {
  stored: StoredRows<Cell[]> | null;
  comparison: KeptComparison | null;
  settled: Promise<void>;
  settle(): void;
}

// Longer than a function should be: the entries and the files they hold are one state, which only these inner functions change.
export function createResultStore(budget: ResultBudget): ResultStore {
  const entries = new Map<string, Entry>();
  const files = new Set<string>();

  function add(id: string, entry: Partial<Entry>): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const empty = { memoryBytes: 0, diskBytes: 0, stored: null, comparison: null };
    entries.set(id, { ...empty, settled: promise, settle: resolve, ...entry });
  }

  function drop(id: string): void {
    const entry = entries.get(id);
    entries.delete(id);
    entry?.settle();
    for (const stored of storedOf(entry)) {
      if (stored.file !== null) files.delete(stored.file);
      removeStored(stored);
    }
  }

  function settle(id: string, entry: Entry): void {
    for (const stored of storedOf(entry)) {
      if (stored.file === null) entry.memoryBytes += stored.bytes;
      else {
        entry.diskBytes += stored.bytes;
        files.add(stored.file);
      }
    }
    entry.settle();
    dropBeyondBudget(id);
  }

  /** Drops from the least recently used end what exceeds the budget; what was kept last stays in any case. */
  function dropBeyondBudget(last: string): void {
    const total = { memoryBytes: 0, diskBytes: 0 };
    for (const [id, entry] of [...entries].reverse()) {
      total.memoryBytes += entry.memoryBytes;
      total.diskBytes += entry.diskBytes;
      const beyond = total.memoryBytes > budget.memoryBytes || total.diskBytes > budget.diskBytes;
      if (beyond && id !== last) drop(id);
    }
  }

  /** The entry, marked as the most recently used. */
  function touch(id: string): Entry {
    const entry = entries.get(id);
    if (!entry) throw new ResultGone(id);
    entries.delete(id);
    entries.set(id, entry);
    return entry;
  }

  function storedRows(id: string): StoredRows<Cell[]> {
    const { stored } = touch(id);
    if (!stored) throw new ResultGone(id);
    return stored;
  }

  return {
    announce() {
      const id = randomUUID();
      add(id, {});
      return id;
    },
    store(id, stored) {
      const entry = touch(id);
      entry.stored = stored;
      settle(id, entry);
    },
    storeComparison(comparison, predictedId, goldId) {
      const id = randomUUID();
      add(id, { comparison: { ...comparison, predictedId, goldId } });
      settle(id, touch(id));
      return id;
    },
    drop,
    async page(id, from, count) {
      await touch(id).settled;
      return { from, rows: readPage(storedRows(id), from, count, lengthOfRow) };
    },
    aligned(id, from, count, onlyDifferences) {
      const { comparison } = touch(id);
      if (!comparison) throw new ResultGone(id);
      const lines = onlyDifferences ? comparison.differing : comparison.lines;
      const sides = [storedRows(comparison.predictedId), storedRows(comparison.goldId)] as const;
      return {
        from,
        total: lines.rowCount,
        rows: alignedRows(
          readPage(lines, from, count, () => 1),
          ...sides,
        ),
      };
    },
    holds: (file) => files.has(file),
  };
}

function storedOf(entry: Entry | undefined): StoredRows<unknown>[] {
  const { stored, comparison } = entry ?? {};
  return [stored, comparison?.lines, comparison?.differing].filter((one) => one != null);
}

function lengthOfRow(row: Cell[]): number {
  return row.reduce((length, cell) => length + (cell?.length ?? 0), 0);
}

function readPage<Row>(
  stored: StoredRows<Row>,
  from: number,
  count: number,
  lengthOf: (row: Row) => number,
): Row[] {
  const reader = readStoredRows(stored);
  const rows: Row[] = [];
  try {
    const end = Math.min(from + count, stored.rowCount);
    for (let length = 0, at = from; at < end && length < maxPageLength; at += 1) {
      const [row] = reader.rows(at, at + 1);
      if (row === undefined) break;
      rows.push(row);
      length += lengthOf(row);
    }
    return rows;
  } finally {
    reader.close();
  }
}

/** Puts the cells of both results into aligned lines; fewer lines where the cells are huge. */
function alignedRows(
  lines: AlignedLine[],
  predicted: StoredRows<Cell[]>,
  gold: StoredRows<Cell[]>,
): AlignedRow[] {
  const readers = { predicted: readStoredRows(predicted), gold: readStoredRows(gold) };
  const rows: AlignedRow[] = [];
  let length = 0;
  try {
    for (const [kind, predictedIndex, goldIndex, changed] of lines) {
      if (length >= maxPageLength) break;
      const row: AlignedRow = {
        kind,
        predicted: sideOf(readers.predicted, predictedIndex),
        gold: sideOf(readers.gold, goldIndex),
        changed,
      };
      length += lengthOfRow(row.predicted?.cells ?? []) + lengthOfRow(row.gold?.cells ?? []);
      rows.push(row);
    }
    return rows;
  } finally {
    readers.predicted.close();
    readers.gold.close();
  }
}

function sideOf(reader: StoredRowsReader<Cell[]>, index: number | null): AlignedRow["predicted"] {
  const cells = index === null ? undefined : reader.rows(index, index + 1)[0];
  return index === null || !cells ? null : { index, cells };
}
