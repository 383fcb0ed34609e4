import { statfsSync } from "node:fs";
import path from "node:path";

/** Why the disk or the workspace file did not take a write or give a read. */
export type StorageReason = "disk-full" | "read-only" | "locked" | "corrupt" | "io" | "unreachable";

/** The workspace file could not be read or written; nothing that was acknowledged is lost. */
export class StorageError extends Error {
  readonly reason: StorageReason;
  readonly path: string;
  constructor(reason: StorageReason, path: string, cause?: unknown, fix = sentences[reason].fix) {
    super(`${sentences[reason].what} ${path}. ${fix}`, { cause });
    this.name = "StorageError";
    this.reason = reason;
    this.path = path;
  }
}

const sentences: Record<StorageReason, { what: string; fix: string }> = {
  "disk-full": {
    what: "The disk is full: nothing more can be written to",
    fix: "What was saved before is safe. Free some space and try again.",
  },
  "read-only": {
    what: "There is no permission to write to",
    fix: "What was saved before is safe. Give write permission to the file and its folder, or open a workspace elsewhere.",
  },
  locked: {
    what: "Another program has locked",
    fix: "What was saved before is safe. Close the other program (a backup or a database browser, perhaps) and try again.",
  },
  corrupt: {
    what: "The file is damaged or is not a workspace:",
    fix: "Open the backup beside it, or choose another file.",
  },
  io: {
    what: "The disk reported an error at",
    fix: "What was saved before is safe. Check the disk or the network drive and try again.",
  },
  unreachable: {
    what: "The PostgreSQL server does not answer as it should:",
    fix: "What was saved before is safe. Check the server, the URL and the password, and try again.",
  },
};

const byPrefix: [string, StorageReason][] = [
  ["SQLITE_FULL", "disk-full"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_CANTOPEN", "read-only"],
  ["SQLITE_PERM", "read-only"],
  ["SQLITE_BUSY", "locked"],
  ["SQLITE_LOCKED", "locked"],
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["SQLITE_IOERR", "io"],
  ["SQLITE_NOLFS", "io"],
  ["ENOSPC", "disk-full"],
  ["EDQUOT", "disk-full"],
  ["EACCES", "read-only"],
  ["EPERM", "read-only"],
  ["EROFS", "read-only"],
  ["EIO", "io"],
  // Of PostgreSQL (postgresql.org/docs/current/errcodes-appendix.html) and on the way there.
  ["53100", "disk-full"],
  ["25006", "read-only"],
  ["42501", "read-only"],
  ["55P03", "locked"],
  ["58030", "io"],
  ["XX001", "corrupt"],
  ["XX002", "corrupt"],
  ["08", "unreachable"],
  ["28", "unreachable"],
  ["3D000", "unreachable"],
  ["53300", "unreachable"],
  ["57P", "unreachable"],
  ["ECONN", "unreachable"],
  ["ENOTFOUND", "unreachable"],
  ["EAI_", "unreachable"],
  ["EHOST", "unreachable"],
  ["ENET", "unreachable"],
  ["ETIMEDOUT", "unreachable"],
  ["EPIPE", "unreachable"],
];

/** The storage error that an error of SQLite or of the file system stands for; any other error comes back as it is. */
function storageErrorOf(error: unknown, path: string): unknown {
  if (error instanceof StorageError || !(error instanceof Error)) return error;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== "string") return error;
  const reason = byPrefix.find(([prefix]) => code.startsWith(prefix))?.[1];
  return reason ? new StorageError(reason, path, error) : error;
}

/** The storage error behind an error; an input/output error on a disk without space is named for what it is. */
export function explain(error: unknown, file: string): unknown {
  const explained = storageErrorOf(error, file);
  if (!(explained instanceof StorageError) || explained.reason !== "io") return explained;
  return freeBytes(file) === 0 ? new StorageError("disk-full", file, error) : explained;
}

function freeBytes(file: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path.dirname(file));
    return bavail * bsize;
  } catch {
    return null;
  }
}
