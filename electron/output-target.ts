import { closeSync, openSync, readlinkSync, readSync, type Stats, statSync } from "node:fs";
import path from "node:path";

/** Where output that somebody names goes. */
export type OutputTarget =
  /** Written beside `path` and renamed to it once it is whole; `mode` is that of the file that it replaces, null where there is none. */
  | { kind: "file"; path: string; mode: number | null }
  /** A device or a pipe: written through. */
  | { kind: "stream"; path: string };

/** Why output cannot go where it is to, and what to do. */
export class NoOutput extends Error {
  readonly reason: string;
  readonly fix: string;
  constructor(reason: string, fix = "Name another file.") {
    super(`${reason} ${fix}`);
    this.reason = reason;
    this.fix = fix;
  }
}

/** Follows links, so that they stay what they are; throws `NoOutput` for a folder and for a database, which no output may replace. */
export function outputTarget(file: string): OutputTarget {
  if (file === "") throw new NoOutput("has no name.", "Name a file.");
  if (/[\\/]$/.test(file)) throw new NoOutput(`${file} names a folder.`, "Name a file in it.");
  const real = behindLinks(file);
  const found = statOf(real);
  if (found === null) return { kind: "file", path: real, mode: null };
  if (found.isDirectory()) throw new NoOutput(`${file} is a folder.`, "Name a file in it.");
  if (!found.isFile()) return { kind: "stream", path: real };
  if (isSqlite(real)) throw new NoOutput(`${file} is a database or a workspace, which nothing replaces.`);
  return { kind: "file", path: real, mode: found.mode & 0o777 };
}

const mostLinks = 40;

/** What a link leads to in the end, whether or not it is there. */
function behindLinks(file: string): string {
  let at = file;
  for (let links = 0; links < mostLinks; links += 1) {
    const next = linkOf(at);
    if (next === null) return at;
    at = path.resolve(path.dirname(at), next);
  }
  throw new NoOutput(`${file} is a link that leads to itself.`);
}

function linkOf(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    return null;
  }
}

function statOf(file: string): Stats | null {
  return statSync(file, { throwIfNoEntry: false }) ?? null;
}

const sqliteBeginning = "SQLite format 3\0";

function isSqlite(file: string): boolean {
  try {
    const descriptor = openSync(file, "r");
    try {
      const bytes = Buffer.alloc(sqliteBeginning.length);
      return readSync(descriptor, bytes) === bytes.length && bytes.toString("latin1") === sqliteBeginning;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
