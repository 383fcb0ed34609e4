import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";

/** Rows per block and characters per block: a page of a grid reads one or two blocks. */
const blockRows = 512;
const blockLength = 256 * 1024;

/** Up to this many characters of rows stay in memory and travel in messages; more go to a file. */
const memoryLength = 256 * 1024;

/** Where a block begins in the file: the number of its first row and its offset in bytes. */
export interface Block {
  firstRow: number;
  offset: number;
}

/** Rows at rest, as JSON: in memory (`rows`) while they are few, else in a file of blocks, each a JSON array of rows. */
export interface StoredRows<Row> {
  rowCount: number;
  /** Bytes in memory (about) or on disk. */
  bytes: number;
  rows: Row[] | null;
  file: string | null;
  blocks: Block[];
}

/** Takes rows one after another; writes them to `file` once they are too many for memory. */
export interface Spool<Row> {
  /** `length` is about how many characters the row takes. */
  append(row: Row, length: number): void;
  /** Characters taken so far. */
  readonly length: number;
  readonly rowCount: number;
  /** The rows taken, at rest; nothing can be appended after that. */
  finish(): StoredRows<Row>;
  /** Removes the file, where there is one. */
  remove(): void;
}

export function createSpool<Row>(file: string): Spool<Row> {
  const state = { block: [] as Row[], blockLength: 0, length: 0, rowCount: 0, offset: 0 };
  const blocks: Block[] = [];
  let descriptor: number | null = null;

  function writeBlock(): void {
    if (state.block.length === 0) return;
    descriptor ??= openSync(file, "wx", 0o600);
    blocks.push({ firstRow: state.rowCount - state.block.length, offset: state.offset });
    state.offset += writeAll(descriptor, Buffer.from(`${JSON.stringify(state.block)}\n`));
    state.block = [];
    state.blockLength = 0;
  }

  function blockIsFull(): boolean {
    if (descriptor === null) return state.blockLength > memoryLength;
    return state.block.length >= blockRows || state.blockLength > blockLength;
  }

  function close(): void {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  }

  return {
    append(row, length) {
      state.block.push(row);
      state.blockLength += length;
      state.length += length;
      state.rowCount += 1;
      if (blockIsFull()) writeBlock();
    },
    get length() {
      return state.length;
    },
    get rowCount() {
      return state.rowCount;
    },
    finish() {
      const { rowCount, length } = state;
      if (descriptor === null) return { rowCount, bytes: length, rows: state.block, file: null, blocks: [] };
      writeBlock();
      close();
      return { rowCount, bytes: state.offset, rows: null, file, blocks };
    },
    remove() {
      close();
      rmSync(file, { force: true });
    },
  };
}

function writeAll(descriptor: number, bytes: Buffer): number {
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  return bytes.length;
}

/** Removes the file of stored rows, where they have one. */
export function removeStored({ file }: StoredRows<unknown>): void {
  if (file !== null) rmSync(file, { force: true });
}

/** Reads stored rows, synchronously, keeping the block read last. `close` closes the file; the rows can then be read no more. */
export interface StoredRowsReader<Row> {
  rows(from: number, to: number): Row[];
  close(): void;
}

export function readStoredRows<Row>(stored: StoredRows<Row>): StoredRowsReader<Row> {
  const { rows, file } = stored;
  if (rows) return { rows: (from, to) => rows.slice(from, to), close: () => {} };
  if (file === null) return { rows: () => [], close: () => {} };
  const descriptor = openSync(file, "r");
  let last: { at: number; rows: Row[] } | null = null;
  const blockAt = (at: number): Row[] => {
    if (last?.at !== at) last = { at, rows: readBlock(descriptor, stored, at) };
    return last.rows;
  };
  return { rows: (from, to) => collectRows(stored, from, to, blockAt), close: () => closeSync(descriptor) };
}

/** The rows `from` … `to - 1` out of the blocks that hold them. */
function collectRows<Row>(
  stored: StoredRows<Row>,
  from: number,
  to: number,
  blockAt: (at: number) => Row[],
): Row[] {
  const end = Math.min(to, stored.rowCount);
  const found: Row[] = [];
  for (let at = blockOf(stored.blocks, from); at < stored.blocks.length; at += 1) {
    const firstRow = stored.blocks[at]?.firstRow ?? end;
    if (firstRow >= end) break;
    const block = blockAt(at);
    for (let row = Math.max(from, firstRow); row < Math.min(end, firstRow + block.length); row += 1)
      found.push(block[row - firstRow] as Row);
  }
  return found;
}

/** The block that holds a row: the last one that begins at or before it. */
function blockOf(blocks: readonly Block[], row: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.firstRow ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

function readBlock<Row>(descriptor: number, stored: StoredRows<Row>, at: number): Row[] {
  const from = stored.blocks[at]?.offset ?? 0;
  const to = stored.blocks[at + 1]?.offset ?? stored.bytes;
  const bytes = Buffer.alloc(to - from);
  let read = 0;
  while (read < bytes.length) {
    const count = readSync(descriptor, bytes, read, bytes.length - read, from + read);
    if (count === 0)
      throw new Error(`the stored result ${stored.file} is damaged: it is shorter than it was`);
    read += count;
  }
  return JSON.parse(bytes.toString("utf8")) as Row[];
}
