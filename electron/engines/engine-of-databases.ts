import { readdirSync } from "node:fs";
import path from "node:path";
import type { TaskEngineKind } from "#shared/domain/task-run.ts";
import { findTemplateSource } from "./find-template-source.ts";
import type { TemplateSource } from "./task-engine.ts";

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

/** Whether an engine can load a source: a SQLite file is read by SQLite alone. */
export function canLoad(engine: TaskEngineKind, source: TemplateSource): boolean {
  return engine === "sqlite" || source.kind !== "sqlite-file";
}
