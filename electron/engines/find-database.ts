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
  for (const name of [dbId, dbId.toLowerCase()]) {
    const folders = name === dbId ? [dir, path.join(dir, dbId)] : await foldersInAnyCase(dir, name);
    for (const folder of folders) {
      const file = await fileIn(folder, name, name === dbId);
      if (file) return { engine: "sqlite", dbId, path: file };
    }
  }
  return null;
}

/** Whether a db_id names something directly inside a folder, on every operating system. */
function isPlainName(dbId: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  return dbId !== "" && dbId !== "." && dbId !== ".." && !/[/\\:\u0000-\u001f]/.test(dbId);
}

async function fileIn(folder: string, name: string, exact: boolean): Promise<string | null> {
  const wanted = extensions.map((extension) => name + extension);
  const candidates = exact
    ? wanted
    : (await namesIn(folder)).filter((entry) => wanted.includes(entry.toLowerCase()));
  for (const candidate of candidates) {
    const file = path.join(folder, candidate);
    if (await isFile(file)) return file;
  }
  return null;
}

async function foldersInAnyCase(dir: string, lowerName: string): Promise<string[]> {
  const names = (await namesIn(dir)).filter((entry) => entry.toLowerCase() === lowerName);
  return [dir, ...names.map((name) => path.join(dir, name))];
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
