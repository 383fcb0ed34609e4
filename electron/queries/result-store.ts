import { randomUUID } from "node:crypto";
import type { Cell } from "#shared/domain/cell.ts";
import type { AlignedRow } from "#shared/domain/comparison.ts";
import type { RowPage } from "#shared/domain/result.ts";
import type { AlignedLine, StoredComparison } from "./query-protocol.ts";
import { ResultGone } from "./query-runner.ts";
import { readStoredRows, removeStored, type StoredRows, type StoredRowsReader } from "./spool.ts";

/** A page stops once it has this many characters, so that huge cells cannot make a huge message; it has one row at least. */
const maxPageLength = 8 * 2 ** 20;

/** How many bytes stored results may take, in this process's memory and on disk. */
export interface ResultBudget {
  memoryBytes: number;
  diskBytes: number;
}

interface RememberedComparison extends StoredComparison {
  predictedId: string;
  goldId: string;
}

interface Entry extends ResultBudget {
  stored: StoredRows<Cell[]> | null;
  comparison: RememberedComparison | null;
  settled: Promise<void>;
  settle(): void;
}

/** Results at rest, in memory and in files, dropped as the least recently used once they exceed the budget. */
export class ResultStore {
  readonly #budget: ResultBudget;
  readonly #entries = new Map<string, Entry>();
  readonly #files = new Set<string>();

  constructor(budget: ResultBudget) {
    this.#budget = budget;
  }

  /** Announces a result that still runs; a page of it waits until it is added or dropped. */
  announce(): string {
    return this.#enter({});
  }

  add(id: string, stored: StoredRows<Cell[]>): void {
    const entry = this.#touch(id);
    entry.stored = stored;
    this.#settle(id, entry);
  }

  addComparison(comparison: StoredComparison, predictedId: string, goldId: string): string {
    const id = this.#enter({ comparison: { ...comparison, predictedId, goldId } });
    this.#settle(id, this.#touch(id));
    return id;
  }

  drop(id: string): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.settle();
    for (const stored of storedOf(entry)) {
      if (stored.file !== null) this.#files.delete(stored.file);
      removeStored(stored);
    }
  }

  async page(id: string, from: number, count: number): Promise<RowPage> {
    await this.#touch(id).settled;
    return { from, rows: readPage(this.#storedRows(id), from, count, lengthOfRow) };
  }

  aligned(
    id: string,
    from: number,
    count: number,
    onlyDifferences: boolean,
  ): { from: number; total: number; rows: AlignedRow[] } {
    const { comparison } = this.#touch(id);
    if (!comparison) throw new ResultGone(id);
    const lines = onlyDifferences ? comparison.differing : comparison.lines;
    const predicted = this.#storedRows(comparison.predictedId);
    const gold = this.#storedRows(comparison.goldId);
    const page = readPage(lines, from, count, () => 1);
    return { from, total: lines.rowCount, rows: alignedRows(page, predicted, gold) };
  }

  /** Whether a file in the spool folder belongs to a result. */
  holds(file: string): boolean {
    return this.#files.has(file);
  }

  #enter(entry: Partial<Entry>): string {
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    const empty = { memoryBytes: 0, diskBytes: 0, stored: null, comparison: null };
    this.#entries.set(id, { ...empty, settled: promise, settle: resolve, ...entry });
    return id;
  }

  #settle(id: string, entry: Entry): void {
    for (const stored of storedOf(entry)) {
      if (stored.file === null) entry.memoryBytes += stored.bytes;
      else {
        entry.diskBytes += stored.bytes;
        this.#files.add(stored.file);
      }
    }
    entry.settle();
    this.#dropBeyondBudget(id);
  }

  /** Drops from the least recently used end what exceeds the budget; what was added last stays in any case. */
  #dropBeyondBudget(last: string): void {
    const total = { memoryBytes: 0, diskBytes: 0 };
    for (const [id, entry] of [...this.#entries].reverse()) {
      total.memoryBytes += entry.memoryBytes;
      total.diskBytes += entry.diskBytes;
      const { memoryBytes, diskBytes } = this.#budget;
      const isBeyond = total.memoryBytes > memoryBytes || total.diskBytes > diskBytes;
      if (isBeyond && id !== last) this.drop(id);
    }
  }

  /** The entry, marked as the most recently used. */
  #touch(id: string): Entry {
    const entry = this.#entries.get(id);
    if (!entry) throw new ResultGone(id);
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return entry;
  }

  #storedRows(id: string): StoredRows<Cell[]> {
    const { stored } = this.#touch(id);
    if (!stored) throw new ResultGone(id);
    return stored;
  }
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
