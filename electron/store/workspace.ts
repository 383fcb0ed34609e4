import { AsyncLocalStorage } from "node:async_hooks";
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { backupsOf } from "./backups.ts";
import {
  autocommitBy,
  type QueryHandle,
  type ReadHandle,
  type Transactions,
  transactionsOn,
  type WriteHandle,
} from "./handles.ts";
import { migrate, refuseForeign } from "./migrations.ts";
import { defineRowSum, findDamage } from "./row-sums.ts";
import { explain, StorageError } from "./storage-error.ts";
import { refuseFolder, WorkspaceRefused } from "./workspace-refused.ts";

/** How long a write waits for another process's transaction, in milliseconds, before it answers "locked". */
const lockPatienceMs = 15_000;
const lockPollMs = 25;
/** How often what was committed is brought from the log into the file itself, so that a copy of the one file holds it. */
const settleMs = 1_000;

/** A file of this size is checked for damage within two tenths of a second: every time that it is opened. */
export const checkedAtOnceBytes = 8 * 2 ** 20;

/** An open workspace, in a file or on a server. What a write answered is on the disk (of a file: WAL, synchronous=FULL). */
export interface Workspace {
  /** The file, or the URL of the database without its password: for people. */
  readonly path: string;
  /** The same with the password, for whoever opens it once more. */
  readonly location: string;
  /** Asks the workspace as it is now: what is committed meanwhile is not seen. Errors of the disk come as `StorageError`. */
  read<T>(query: (db: ReadHandle) => Promise<T> | T): Promise<T>;
  /** For what one query answers: on a server it takes one round trip, where a transaction takes three. */
  autocommit: QueryHandle;
  /**
   * Runs `change` in a transaction of its own: all of it is committed, or nothing when it throws. Changes wait for each other in the
   * order in which they came, so `change` awaits nothing but queries of its handle.
   */
  write<T>(change: (db: WriteHandle) => Promise<T> | T): Promise<T>;
  /** Changes when another connection (an import, another process, another host) has committed since the last call. */
  dataVersion(): number;
  close(): Promise<void>;
}

/**
 * Opens a workspace, making the file and its folder where there is none, and migrating an older one.
 * Throws `WorkspaceRefused` for a file that is no workspace of this version and `StorageError` for a disk that refuses and for a file
 * that is damaged, as far as it is small; of a large one `damageOf` asks in a thread.
 */
export function openWorkspace(file: string): Workspace {
  refuseFolder(file);
  try {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
    refuseOtherFiles(file);
    // Others of the machine have no business in it; SQLite gives its log the same mode.
    if (!existsSync(file)) closeSync(openSync(file, "ax", 0o600));
    const writer = openConnection(file, {});
    try {
      migrate(writer, file);
      // From here on a write waits in turns of the event loop instead of blocking the process (see beginPatiently).
      writer.pragma("busy_timeout = 5");
      return workspaceOn(file, writer, openConnection(file, { readonly: true }));
    } catch (error) {
      writer.close();
      throw error;
    }
  } catch (error) {
    const explained = explain(error, file);
    const isDamaged = explained instanceof StorageError && explained.reason === "corrupt";
    throw isDamaged ? damaged(file, error) : explained;
  }
}

/** The refusal of a damaged workspace, with the way to its newest backup. */
export const damaged = (file: string, cause?: unknown): StorageError =>
  new StorageError("corrupt", file, cause, backupHint(file));

/** What to do about a file that cannot be opened. */
function backupHint(file: string): string {
  const [newest] = backupsOf(file);
  return newest === undefined
    ? "There is no backup beside it: choose another file."
    : `Open its newest backup: ${newest}`;
}

/** A second write connection on a workspace that is open already, for work in a thread of its own. */
export function openWriter(file: string): Database.Database {
  return openConnection(file, { fileMustExist: true });
}

function openConnection(file: string, options: Database.Options): Database.Database {
  const connection = new Database(file, { ...options, timeout: lockPatienceMs });
  try {
    if (!options.readonly) {
      connection.pragma("journal_mode = WAL");
      connection.pragma("synchronous = FULL");
      connection.pragma("journal_size_limit = 67108864");
    }
    connection.pragma("foreign_keys = ON");
    connection.pragma("temp_store = MEMORY");
    defineRowSum(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Looks at a file that is there without changing it: turning it to WAL would change another program's file. */
function refuseOtherFiles(file: string): void {
  const header = readHeader(file);
  if (header === null) return;
  if (header.length === 0) throw new WorkspaceRefused("empty", file, backupHint(file));
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") throw new WorkspaceRefused("foreign", file);
  if (isCutOff(file, header)) throw new StorageError("corrupt", file);
  const reader = new Database(file, { readonly: true, timeout: lockPatienceMs });
  try {
    refuseUnreadable(reader, file);
    refuseForeign(reader, file);
    if (statSync(file).size > checkedAtOnceBytes) return;
    defineRowSum(reader);
    const [problem] = findDamage(reader);
    if (problem !== undefined) throw new StorageError("corrupt", file, problem);
  } finally {
    reader.close();
  }
}

/** What SQLite calls a plain error before anything was asked is in the file: a format or a table that it does not know. */
function refuseUnreadable(reader: Database.Database, file: string): void {
  try {
    reader.prepare("SELECT count(*) FROM sqlite_schema").get();
  } catch (error) {
    if ((error as { code?: unknown }).code !== "SQLITE_ERROR") throw error;
    throw new StorageError("corrupt", file, error);
  }
}

/** The first hundred bytes, fewer where there are not as many; null where there is no file. */
function readHeader(file: string): Buffer | null {
  try {
    const descriptor = openSync(file, "r");
    try {
      const header = Buffer.alloc(100);
      return header.subarray(0, readSync(descriptor, header, 0, header.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Whether pages are missing at its end, as the header counts them (sqlite.org/fileformat.html); not known while a log stands beside it. */
function isCutOff(file: string, header: Buffer): boolean {
  if (header.length < 100) return true;
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
  const size = header.readUInt16BE(16);
  return statSync(file).size < header.readUInt32BE(28) * (size === 1 ? 65_536 : size);
}

function workspaceOn(file: string, writer: Database.Database, reader: Database.Database): Workspace {
  const settling = settleWhenIdle(file, writer);
  const changes = transactionsOn(writer, () => beginPatiently(writer, file));
  const readers = readersOf(file, reader);
  return {
    path: file,
    location: file,
    ...inTurns(file, { ...readers, write: changes.write }),
    dataVersion: () => writer.pragma("data_version", { simple: true }) as number,
    async close() {
      clearInterval(settling);
      readers.close();
      writer.close();
    },
  };
}

/** The transactions of a workspace: writes wait for each other in the order in which they came, and errors say what they mean. */
export function inTurns(
  location: string,
  { read, write, autocommit }: Transactions & { autocommit: QueryHandle },
): Pick<Workspace, "read" | "write" | "autocommit"> {
  const writing = new AsyncLocalStorage<{ isOpen: boolean }>();
  let last = Promise.resolve();
  const explained = (error: unknown) => Promise.reject(explain(error, location));
  return {
    read: (query) => read(query).catch(explained),
    autocommit: autocommitBy((query) => query(autocommit).catch(explained)),
    async write(change) {
      if (writing.getStore()?.isOpen) throw new Error("A write within a write would wait for itself.");
      const turn = Promise.withResolvers<void>();
      const before = last;
      last = turn.promise;
      await before;
      const state = { isOpen: true };
      try {
        return await writing.run(state, () => write(change, turn.resolve)).catch(explained);
      } finally {
        state.isOpen = false;
        turn.resolve();
      }
    },
  };
}

/** So many connections that read are left open when they have nothing to do. */
const idleReaders = 4;

/** Connections that read, beginning with one: each has one transaction at a time, so there are as many as reads overlap. */
function readersOf(file: string, first: Database.Database) {
  const idle = [{ connection: first, transactions: transactionsOn(first) }];
  let isClosed = false;
  const open = () => {
    if (isClosed) throw new Error(`The workspace ${file} is closed.`);
    const connection = openConnection(file, { readonly: true });
    return { connection, transactions: transactionsOn(connection) };
  };
  const read = async <T>(query: (db: ReadHandle) => Promise<T> | T): Promise<T> => {
    const reader = idle.pop() ?? open();
    try {
      return await reader.transactions.read(query);
    } finally {
      if (isClosed || idle.length >= idleReaders) reader.connection.close();
      else idle.push(reader);
    }
  };
  return {
    read,
    autocommit: autocommitBy(read),
    close() {
      isClosed = true;
      for (const { connection } of idle.splice(0)) connection.close();
    },
  };
}

/** Moves what any process has committed into the file, where nobody is in the way; what is left comes the next time. */
function settleWhenIdle(file: string, writer: Database.Database): NodeJS.Timeout {
  let settled = -1;
  const settle = () => {
    const changed = statSync(`${file}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? settled;
    if (changed === settled) return;
    try {
      const [{ busy, log, checkpointed }] = writer.pragma("wal_checkpoint(PASSIVE)") as [
        { busy: number; log: number; checkpointed: number },
      ];
      if (busy === 0 && log === checkpointed) settled = changed;
    } catch {
      // A full disk, say: nothing is lost, it stays in the log.
    }
  };
  settle();
  return setInterval(settle, settleMs).unref();
}

/** Takes the write lock; while another process holds it, waits in turns of the event loop instead of blocking the process. */
async function beginPatiently(writer: Database.Database, file: string): Promise<void> {
  for (let waited = 0; ; waited += lockPollMs) {
    try {
      writer.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      const explained = explain(error, file);
      const isLocked = explained instanceof StorageError && explained.reason === "locked";
      if (!isLocked || waited >= lockPatienceMs) throw explained;
    }
    await new Promise((resolve) => setTimeout(resolve, lockPollMs));
  }
}
