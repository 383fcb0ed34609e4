import {
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { engineFailure } from "./failure.ts";

/** An open handle and what has to be cleaned up with it. */
export interface OpenSqliteFile {
  handle: DatabaseSync;
  close(): void;
}

/** Bytes of the file header that say what it is (sqlite.org/fileformat.html §1.3). */
const header = { bytes: 100, magic: "SQLite format 3\0", readVersionAt: 19, walVersion: 2 };

/** A statement of 4 MB is far beyond any prediction; attaching is off besides being refused. */
const fixedLimits = { sqlLength: 4 * 2 ** 20, attach: 0 };

let copies = 0;

/**
 * Opens a database file for reading, so that nothing is ever written beside it and read-only media work.
 * A file in WAL mode would need a -shm beside it: without pending changes it is opened as immutable, with pending changes
 * (or an unfinished transaction of a crashed program) a private copy below `scratch` is opened. Throws `StatementError`.
 */
export function openSqliteFile(file: string, scratch: string): OpenSqliteFile {
  const walMode = checkHeader(file);
  const pendingWal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (walMode && pendingWal) return openCopy(file, scratch);
  const handle = openReadOnly(file, walMode);
  try {
    handle.exec("SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    handle.close();
    if (statSync(`${file}-journal`, { throwIfNoEntry: false })) return openCopy(file, scratch);
    throw engineFailure(`${path.basename(file)} cannot be read: ${(error as Error).message}`, error);
  }
  return { handle, close: () => handle.close() };
}

/** Whether the file is in WAL mode; throws where it is no SQLite database. */
function checkHeader(file: string): boolean {
  const name = path.basename(file);
  const bytes = Buffer.alloc(header.bytes);
  const read = readHead(file, bytes);
  if (read === 0) throw engineFailure(`${name} is empty (0 bytes): replace it with the database file`);
  if (bytes.toString("latin1", 0, header.magic.length) !== header.magic)
    throw engineFailure(`${name} is not a SQLite database, or it is encrypted`);
  return bytes[header.readVersionAt] === header.walVersion;
}

function readHead(file: string, bytes: Buffer): number {
  try {
    const descriptor = openSync(file, "r");
    try {
      return readSync(descriptor, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw engineFailure(`${path.basename(file)} cannot be opened: ${(error as Error).message}`, error);
  }
}

function openReadOnly(file: string, immutable: boolean): DatabaseSync {
  // A URL, so that no character of the path is read as a parameter.
  const url = pathToFileURL(file);
  if (immutable) url.searchParams.set("immutable", "1");
  const handle = new DatabaseSync(url, {
    readOnly: true,
    enableDoubleQuotedStringLiterals: true,
    enableForeignKeyConstraints: false,
    limits: fixedLimits,
  });
  handle.enableDefensive(true);
  // In memory, so that sorting is bounded by the process's memory and nothing is spilled to disk unbounded.
  handle.exec("PRAGMA temp_store = MEMORY; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF");
  return handle;
}

/** Opens a private copy in which the pending changes are settled; the copy is removed when it is closed. */
function openCopy(file: string, scratch: string): OpenSqliteFile {
  copies += 1;
  const copy = path.join(scratch, `copy-${copies}.sqlite`);
  const remove = () => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(copy + suffix, { force: true });
  };
  try {
    copyUnchanged(file, copy);
    const settling = new DatabaseSync(copy);
    settling.exec("SELECT count(*) FROM sqlite_schema; PRAGMA wal_checkpoint(TRUNCATE)");
    settling.close();
    const handle = openReadOnly(copy, true);
    return {
      handle,
      close: () => {
        handle.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw engineFailure(
      `${path.basename(file)} has uncommitted changes that cannot be read: ${(error as Error).message}`,
      error,
    );
  }
}

/** Copies the file with its -wal and -journal; tries again where another program wrote to it in between. */
function copyUnchanged(file: string, copy: string): void {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const before = fileIdentity(file);
    for (const suffix of ["-wal", "-journal", ""]) {
      rmSync(copy + suffix, { force: true });
      if (statSync(file + suffix, { throwIfNoEntry: false }))
        copyFileSync(file + suffix, copy + suffix, constants.COPYFILE_FICLONE);
    }
    if (before === fileIdentity(file)) return;
  }
  throw new Error("another program keeps writing to it");
}

/**
 * What distinguishes one state of a database file from another: device, inode, size and time of change (ctime, which a copy cannot fake) of the file and of the
 * -wal and -journal beside it. Null where there is no such file. Two equal identities mean that an open handle still serves.
 */
export function fileIdentity(file: string): string | null {
  const database = stateOf(file);
  if (!database?.isFile()) return null;
  return [database, stateOf(`${file}-wal`), stateOf(`${file}-journal`)].map(describe).join(" ");
}

function describe(state: BigIntStats | undefined): string {
  return state ? `${state.dev}:${state.ino}:${state.size}:${state.ctimeNs}` : "-";
}

function stateOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // A folder that may not be searched: the same as not there.
  }
}
