import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { TaskEngineKind } from "#shared/domain/task-run.ts";
import { isPlainName } from "./find-database.ts";
import type { TemplateSource } from "./task-engine.ts";

type Candidate = (dir: string, name: string) => TemplateSource | null;

const file =
  (kind: "sql-file" | "sqlite-file" | "schema-text", ...names: ((name: string) => string)[]): Candidate =>
  (dir, name) => {
    const found = names.map((of) => path.join(dir, of(name))).find(isFile);
    return found === undefined ? null : { kind, path: found };
  };

const dump = file("sql-file", (name) => `${name}.sql`);
const sqlite = file(
  "sqlite-file",
  (name) => `${name}.sqlite`,
  (name) => `${name}/${name}.sqlite`,
);
const schemaText = file(
  "schema-text",
  (name) => `${name}_schema.txt`,
  (name) => `${name}/${name}_schema.txt`,
);

/** Table dumps, as they are handed out: a folder of the database's name, or of its template's. */
const dumps: Candidate = (dir, name) => {
  const found = [name, `${name}_template`].map((folder) => path.join(dir, folder)).find(holdsSql);
  return found === undefined ? null : { kind: "sql-folder", path: found };
};

/**
 * Finds what a database is made from in a folder of databases: `<db>.sql`, `<db>/….sql`, `<db>.sqlite`, or a schema text
 * with sample rows; on SQLite the SQLite file comes first. Null where there is none, and for a name that is not plain.
 */
export function findTemplateSource(
  dir: string,
  database: string,
  engine: TaskEngineKind,
): TemplateSource | null {
  if (!isPlainName(database)) return null;
  const order = engine === "sqlite" ? [sqlite, dump, dumps] : [dump, dumps, sqlite, schemaText];
  for (const candidate of order) {
    const source = candidate(dir, database);
    if (source !== null) return source;
  }
  return null;
}

function isFile(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false;
}

function holdsSql(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.toLowerCase().endsWith(".sql"));
  } catch {
    return false; // Not a folder, or not readable: nothing is found there.
  }
}
