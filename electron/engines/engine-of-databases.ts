import type { TaskEngineKind } from "#shared/domain/task-run.ts";
import { findTemplateSource } from "./find-template-source.ts";
import type { TemplateSource } from "./task-engine.ts";

/** The engine that a folder's databases ask for: SQLite where SQLite files are all that is found of them, else PGlite. */
export function engineOfDatabases(dir: string, databases: readonly string[]): "sqlite" | "pglite" {
  const found = databases.flatMap((database) => findTemplateSource(dir, database, "pglite") ?? []);
  return found.length > 0 && found.every(({ kind }) => kind === "sqlite-file") ? "sqlite" : "pglite";
}

/** Whether an engine can load a source: a SQLite file is read by SQLite alone. */
export function canLoad(engine: TaskEngineKind, source: TemplateSource): boolean {
  return engine === "sqlite" || source.kind !== "sqlite-file";
}
