import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { explain, StorageError } from "./storage-error.ts";

/** So many are stored of the newest, and of the last days with one the newest of each. */
const newestStored = 5;
const daysStored = 5;
/** How long after a start the first backup is made, and how often the next ones are, where something has changed. */
const firstMs = 30_000;
const periodMs = 3_600_000;
const dayMs = 24 * periodMs;
/** Pages that are copied before others have their turn. */
const pagesAtOnce = 500;

/** Backups of one workspace that is open; `stop` gives up the one under way. */
export interface Backups {
  stop(): void;
}

export interface BackupOptions {
  /** The workspace file. */
  file: string;
  now(): Date;
  /** What is damaged in a workspace: what is not whole never takes the place of a backup that is. */
  damageOf(file: string, signal: AbortSignal): Promise<string[]>;
  log(message: string, error: unknown): void;
}

/** Makes a backup soon and then each hour in `<workspace>-backups`, a workspace of its own each, and drops old ones. */
export function startBackups(options: BackupOptions): Backups {
  const stopped = new AbortController();
  const { signal } = stopped;
  const back = () =>
    void makeBackup(options, signal).catch((error: unknown) => {
      if (!signal.aborted) options.log(`The backup of ${options.file} failed`, error);
    });
  const first = setTimeout(back, firstMs).unref();
  const timer = setInterval(back, periodMs).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(timer);
      stopped.abort(new Error("the backup was stopped"));
    },
  };
}

/** Makes a backup where the workspace has changed since the newest one is an hour old; answers its path, null where none was due. */
export async function makeBackup(
  { file, now, damageOf }: Omit<BackupOptions, "log">,
  signal: AbortSignal,
): Promise<string | null> {
  const folder = folderOf(file);
  // One of the future was made before the clock was put back: nothing is known of its age.
  const times = backupsOf(file).map((backup) => statSync(backup).mtimeMs);
  const madeAt = Math.max(0, ...times.filter((time) => time < now().getTime() + periodMs));
  if (changedAt(file) <= madeAt || now().getTime() - madeAt < periodMs) return null;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${now().toISOString().slice(0, 19).replaceAll(":", "-")}${path.extname(file)}`;
  const backup = path.join(folder, name);
  await copyFileOfWorkspace(file, backup, signal, async (copy) => {
    if ((await damageOf(copy, signal)).length > 0) throw new StorageError("corrupt", file);
  });
  for (const old of [...outdated(backupsOf(file)), ...abandoned(file, now())]) rmSync(old, { force: true });
  return backup;
}

/** The backups of a workspace, the newest first. */
export function backupsOf(file: string): string[] {
  const folder = folderOf(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d/.test(name) && name.endsWith(path.extname(file)))
    .sort()
    .reverse()
    .map((name) => path.join(folder, name));
}

/**
 * Copies the file of a workspace, open or not, to a new one that only this account may read; all of it or nothing, and nothing where `check`
 * rejects. Throws `StorageError`.
 */
export async function copyFileOfWorkspace(
  file: string,
  target: string,
  signal?: AbortSignal,
  check?: (copy: string) => Promise<void>,
): Promise<void> {
  // Two hosts on one workspace may both be at it.
  const partial = `${target}.${randomUUID()}.partial`;
  try {
    closeSync(openSync(partial, "wx", 0o600));
    const source = new Database(file, { readonly: true, fileMustExist: true });
    try {
      await source.backup(partial, {
        progress() {
          signal?.throwIfAborted();
          return pagesAtOnce;
        },
      });
    } finally {
      source.close();
    }
    const descriptor = openSync(partial, "r+");
    fsyncSync(descriptor);
    closeSync(descriptor);
    await check?.(partial);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw explain(error, target);
  }
}

function outdated(backups: readonly string[]): string[] {
  const dayOf = (backup: string) => path.basename(backup).slice(0, 10);
  const newestOfDays = [...Map.groupBy(backups, dayOf).values()].slice(0, daysStored).map(([first]) => first);
  const stored = new Set([...backups.slice(0, newestStored), ...newestOfDays]);
  return backups.filter((backup) => !stored.has(backup));
}

/** What backups and migrations left behind that were killed, a day ago or earlier: another host may be at a later one. */
function abandoned(file: string, now: Date): string[] {
  const beside = `${path.basename(file)}.`;
  const left = (folder: string, isLeft: (name: string) => boolean) =>
    readdirSync(folder)
      .filter(isLeft)
      .map((name) => path.join(folder, name));
  return [
    ...left(folderOf(file), (name) => name.includes(".partial")),
    ...left(
      path.dirname(file),
      (name) => name.startsWith(beside) && /^[\da-f-]{36}\.partial/.test(name.slice(beside.length)),
    ),
  ].filter((partial) => now.getTime() - statSync(partial).mtimeMs > dayMs);
}

const folderOf = (file: string): string => `${file}-backups`;

function changedAt(file: string): number {
  return Math.max(
    ...[file, `${file}-wal`].map((part) => statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
}
