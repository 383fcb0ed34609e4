import { closeSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** Writes a database with one table, `measurement`, of `rows` rows (five columns, about 60 bytes a row); a million take about 2 s. */
export function makeLargeTable(file: string, rows = 1_000_000): void {
  rmSync(file, { force: true });
  const db = new DatabaseSync(file);
  try {
    db.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      CREATE TABLE measurement (
        measurement_id INTEGER PRIMARY KEY,
        taken_at TEXT NOT NULL,
        sensor TEXT NOT NULL,
        value REAL,
        remark TEXT
      );
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${Math.trunc(rows)})
      INSERT INTO measurement
      SELECT n, datetime(1600000000 + n * 60, 'unixepoch'), 'sensor ' || (n * 7919 % 97),
             CASE WHEN n % 31 = 0 THEN NULL ELSE (n * 7907 % 100003) / 100.0 END, 'row ' || n
      FROM numbers;
    `);
  } finally {
    db.close();
  }
}

const pageSize = 65_536;
/** SQLite's own limit on the leaves that one trunk of the free list holds, minus the six it leaves unused. */
const leavesPerTrunk = pageSize / 4 - 8;
/** The page that holds byte 2^30 is never used: SQLite locks it. */
const lockPage = 2 ** 30 / pageSize + 1;

/**
 * Writes a sound database of about `bytes` bytes in milliseconds: a table `note` of a thousand rows whose last row
 * (id 1000) lies at the end of the file, and free pages between that are holes where the file system has holes.
 */
export function makeSparseDatabase(file: string, bytes = 2 ** 30 + 2 ** 27): void {
  rmSync(file, { force: true });
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA page_size = ${pageSize};
    CREATE TABLE note (note_id INTEGER PRIMARY KEY, body TEXT NOT NULL);
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 999)
    INSERT INTO note SELECT n, 'note ' || n FROM numbers;
  `);
  db.close();
  appendFreePages(file, Math.floor(bytes / pageSize));
  const grown = new DatabaseSync(file);
  // Longer than a page, so that it needs pages of its own: the free list hands out the last of the file first.
  grown.prepare("INSERT INTO note VALUES (1000, ?)").run(`note 1000 ${"x".repeat(2 * pageSize)}`);
  grown.close();
}

/** Extends a database to `pageCount` pages that are all on its free list (file format §1.5: trunk pages that list leaf pages). */
function appendFreePages(file: string, pageCount: number): void {
  const handle = openSync(file, "r+");
  try {
    const header = Buffer.alloc(100);
    readSync(handle, header, 0, 100, 0);
    const free: number[] = [];
    for (let page = pageCount; page > header.readUInt32BE(28); page -= 1)
      if (page !== lockPage) free.push(page);
    ftruncateSync(handle, pageCount * pageSize);
    const chunks: number[][] = [];
    for (let at = 0; at < free.length; at += leavesPerTrunk + 1)
      chunks.push(free.slice(at, at + leavesPerTrunk + 1));
    const trunks = chunks.map((chunk) => chunk.at(-1) ?? 0);
    chunks.forEach((chunk, index) => {
      const leaves = chunk.slice(0, -1);
      const trunk = Uint32Array.of(trunks[index + 1] ?? 0, leaves.length, ...leaves);
      writeSync(handle, bigEndian(trunk), 0, trunk.length * 4, ((trunks[index] ?? 0) - 1) * pageSize);
    });
    writeSync(handle, bigEndian(Uint32Array.of(pageCount, trunks[0] ?? 0, free.length)), 0, 12, 28);
  } finally {
    closeSync(handle);
  }
}

function bigEndian(values: Uint32Array): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, index * 4);
  });
  return bytes;
}
