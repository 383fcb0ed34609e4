import { EngineKind } from "#shared/domain/engine.ts";
import type { EmbeddedEngineKind, Engine, EngineModule, ServerOptions, TemplateSource } from "./engine.ts";

/** What the rest of the program asks of an engine before it is loaded; labels and dialects are in shared/domain/engine.ts. */
interface EngineEntry {
  /** What a folder of databases may hold for it, in the order in which it is looked for. */
  sources: readonly Exclude<TemplateSource["kind"], "server-database">[];
  /** Whether it can load a SQLite file. */
  loadsSqliteFiles: boolean;
  /** Whether SQL that only reads runs on the file itself; else a template is made of what was found. */
  readsFilesInPlace: boolean;
  /** Whether it takes a server that the person names, which may have the database already. */
  needsServer: boolean;
  /** How many databases a query worker keeps open, so that a batch over several opens each of them once. */
  openAtOnce: number;
  load(): Promise<EngineModule>;
}

/** Every engine. A new one is a folder beside these, a line here and a row in the table of shared/domain/engine.ts. */
export const engines: Record<EngineKind, EngineEntry> = {
  sqlite: {
    sources: ["sqlite-file", "sql-file", "sql-folder"],
    loadsSqliteFiles: true,
    readsFilesInPlace: true,
    needsServer: false,
    openAtOnce: 32,
    load: async () => (await import("./sqlite/engine.ts")).sqliteEngine as EngineModule,
  },
  pglite: {
    sources: ["sql-file", "sql-folder", "sqlite-file", "schema-text"],
    loadsSqliteFiles: false,
    readsFilesInPlace: false,
    needsServer: false,
    openAtOnce: 2,
    load: async () => (await import("./pglite/engine.ts")).pgliteEngine as EngineModule,
  },
  postgres: {
    sources: ["sql-file", "sql-folder", "sqlite-file", "schema-text"],
    loadsSqliteFiles: false,
    readsFilesInPlace: false,
    needsServer: true,
    openAtOnce: 4,
    load: async () => (await import("./postgres/engine.ts")).postgresEngine as EngineModule,
  },
};

export function isEmbedded(kind: EngineKind): kind is EmbeddedEngineKind {
  return !engines[kind].needsServer;
}

/** Whether SQL that only reads runs on the files of this engine as they lie. */
export function readsInPlace(kind: EngineKind): kind is EmbeddedEngineKind {
  return engines[kind].readsFilesInPlace;
}

/** Opens an engine on the server that a person names; rejects with `EngineProblem`, or an `Error` that says what is wrong with the server. */
export async function connectEngine(kind: EngineKind, options: ServerOptions): Promise<Engine> {
  const { states } = await loadEngine(kind);
  if (states.in === "server") return states.connect(options);
  throw new Error(`The engine ${kind} needs no server.`);
}

/** Loads an engine by its kind, which may have come from outside; throws for one that is not known. */
export async function loadEngine(kind: string): Promise<EngineModule> {
  const known = EngineKind.safeParse(kind);
  if (!known.success)
    throw new Error(`There is no engine "${kind}". Engines: ${EngineKind.options.join(", ")}.`);
  return engines[known.data].load();
}
