import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { DatabaseRef } from "./engine.ts";

const extensions = [".sqlite", ".db"];

/**
 * Finds the file of a database in a folder of databases: `DIR/<db_id>.sqlite`, `.db`, or `DIR/<db_id>/<db_id>.sqlite`, `.db`,
 * in this order; exact names first, then names that differ in case alone. Null where there is none, and for a db_id that
 * is not a plain name (it came with the predictions and must not lead out of the folder). Links inside the folder are followed.
 */
export async function findDatabase(dir: string, dbId: string): Promise<DatabaseRef | null> {
  if (!isPlainName(dbId)) return null;
  const file = (await exactFile(dir, dbId)) ?? (await fileInAnyCase(dir, dbId.toLowerCase()));
  return file === null ? null : { engine: "sqlite", dbId, path: file };
}

async function exactFile(dir: string, name: string): Promise<string | null> {
  const names = extensions.map((extension) => name + extension);
  return firstFile(
    [dir, path.join(dir, name)].flatMap((folder) => names.map((file) => path.join(folder, file))),
  );
}

async function fileInAnyCase(dir: string, lowerName: string): Promise<string | null> {
  const names = extensions.map((extension) => lowerName + extension);
  const entries = await namesIn(dir);
  const folders = entries
    .filter((entry) => entry.toLowerCase() === lowerName)
    .map((entry) => path.join(dir, entry));
  const candidates: string[] = [];
  for (const folder of [dir, ...folders])
    for (const entry of folder === dir ? entries : await namesIn(folder))
      if (names.includes(entry.toLowerCase())) candidates.push(path.join(folder, entry));
  return firstFile(candidates);
}

async function firstFile(candidates: string[]): Promise<string | null> {
  for (const candidate of candidates) if (await isFile(candidate)) return candidate;
  return null;
}

/** Whether a db_id names something directly inside a folder, on every operating system. */
export function isPlainName(dbId: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  return dbId !== "" && dbId !== "." && dbId !== ".." && !/[/\\:\u0000-\u001f]/.test(dbId);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    return []; // Not a folder, or not readable: nothing is found there.
  }
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
