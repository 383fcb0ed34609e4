import { readdirSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { DatabaseOf, EmbeddedEngineKind, TemplateSource } from "./engine.ts";
import { engines } from "./registry.ts";

const extensions = [".sqlite", ".db"];

/**
 * Finds the file of a database in a folder of databases, as this engine opens it: `DIR/<db_id>.sqlite`, `.db`, or `DIR/<db_id>/<db_id>.sqlite`, `.db`,
 * in this order; exact names first, then names that differ in case alone. Null where there is none, and for a db_id that
 * is not a plain name (it came with the predictions and must not lead out of the folder). Links inside the folder are followed.
 */
export async function findDatabase(
  dir: string,
  dbId: string,
  engine: EmbeddedEngineKind,
): Promise<DatabaseOf<EmbeddedEngineKind> | null> {
  if (!isPlainName(dbId)) return null;
  const file = (await exactFile(dir, dbId)) ?? (await fileInAnyCase(dir, dbId.toLowerCase()));
  return file === null ? null : { engine, dbId, path: file };
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
  for (const candidate of candidates) if (isFile(candidate)) return candidate;
  return null;
}

/** Whether a db_id names something directly inside a folder, on every operating system. */
function isPlainName(dbId: string): boolean {
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

type Candidate = (dir: string, name: string) => TemplateSource | null;

const file =
  (kind: "sql-file" | "sqlite-file" | "schema-text", ...names: ((name: string) => string)[]): Candidate =>
  (dir, name) => {
    const found = names.map((of) => path.join(dir, of(name))).find(isFile);
    return found === undefined ? null : { kind, path: found };
  };

/** Table dumps, as they are handed out: a folder of the database's name, or of its template's. */
const dumps: Candidate = (dir, name) => {
  const found = [name, `${name}_template`].map((folder) => path.join(dir, folder)).find(holdsSql);
  return found === undefined ? null : { kind: "sql-folder", path: found };
};

const candidates: Record<Exclude<TemplateSource["kind"], "server-database">, Candidate> = {
  "sql-file": file(
    "sql-file",
    (name) => `${name}.sql`,
    // As LiveSQLBench hands it out, beside the schema text: whoever chose that folder has the rows, too.
    (name) => `${name}_3rows_postgres.sql`,
  ),
  "sql-folder": dumps,
  "sqlite-file": file(
    "sqlite-file",
    (name) => `${name}.sqlite`,
    (name) => `${name}/${name}.sqlite`,
  ),
  "schema-text": file(
    "schema-text",
    (name) => `${name}_schema.txt`,
    (name) => `${name}/${name}_schema.txt`,
  ),
};

/**
 * Finds what a database is made from in a folder of databases: `<db>.sql` (or `<db>_3rows_postgres.sql`), `<db>/….sql`, `<db>.sqlite`, or a schema text
 * with sample rows; on SQLite the SQLite file comes first. Null where there is none, and for a name that is not plain.
 */
export function findTemplateSource(dir: string, database: string, engine: EngineKind): TemplateSource | null {
  if (!isPlainName(database)) return null;
  for (const kind of engines[engine].sources) {
    const source = candidates[kind](dir, database);
    if (source !== null) return source;
  }
  return null;
}

function isFile(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false; // A folder on the way that may not be searched.
  }
}

function holdsSql(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.toLowerCase().endsWith(".sql"));
  } catch {
    return false; // Not a folder, or not readable: nothing is found there.
  }
}

/** The engine that a folder's databases ask for: SQLite where SQLite files are all that is found of them, else PGlite. */
export function engineOfDatabases(dir: string, databases: readonly string[]): "sqlite" | "pglite" {
  const found = databases.flatMap((database) => findTemplateSource(dir, database, "pglite") ?? []);
  return found.length > 0 && found.every(({ kind }) => kind === "sqlite-file") ? "sqlite" : "pglite";
}

/** The engine that a whole folder's databases ask for, whichever tasks come; PGlite where the folder cannot be read. */
export function engineOfFolder(dir: string): "sqlite" | "pglite" {
  try {
    return engineOfDatabases(dir, [...new Set(readdirSync(dir).map((name) => path.parse(name).name))]);
  } catch {
    return "pglite"; // Who uses the folder says that it is not there.
  }
}

/**
 * The engine on which predictions are judged: SQLite where the folder has a SQLite file for one of their databases, else PGlite
 * where it has a dump; SQLite where nothing is found, so that what is missed is asked for as it mostly is.
 */
export function reviewEngineOf(dir: string, databases: readonly string[]): EngineKind {
  const found = databases.flatMap((database) => findTemplateSource(dir, database, "sqlite") ?? []);
  return found.length === 0 || found.some(({ kind }) => kind === "sqlite-file") ? "sqlite" : "pglite";
}

/** The files that an engine's database may be made from, named for somebody who has to put one there. */
export function filesLookedFor(engine: EngineKind, database: string): string {
  const names = {
    "sql-file": ".sql",
    "sql-folder": "/*.sql",
    "sqlite-file": ".sqlite",
    "schema-text": "_schema.txt",
  };
  const { sources } = engines[engine];
  return sources.map((kind) => database + names[kind]).join(", ");
}

/** Whether an engine can load a source: a SQLite file is read by SQLite alone. */
export function canLoad(engine: EngineKind, source: TemplateSource): boolean {
  return engines[engine].loadsSqliteFiles || source.kind !== "sqlite-file";
}
