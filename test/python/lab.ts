import { writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type {
  DatabaseState,
  EmbeddedEngineKind,
  Engine,
  TemplateSource,
} from "../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";

const tables =
  "CREATE TABLE reading (id integer PRIMARY KEY, value numeric); INSERT INTO reading VALUES (1, 1.5), (2, 2.25), (3, NULL);";

/** A database of one table with three readings, on the engines that need no server. */
export interface Lab {
  /** The private state of this engine; opened once. */
  state(kind: EmbeddedEngineKind): Promise<DatabaseState>;
  /** A private state from another source. */
  open(kind: EmbeddedEngineKind, database: string, source: TemplateSource): Promise<DatabaseState>;
  close(): Promise<void>;
}

export function openLab(folder: string): Lab {
  const engines = new Map<EmbeddedEngineKind, Engine>();
  const states = new Map<EmbeddedEngineKind, Promise<DatabaseState>>();
  const engineOf = (kind: EmbeddedEngineKind): Engine => {
    const engine = engines.get(kind) ?? openEmbeddedEngine(kind, folder, { spare: 0 });
    engines.set(kind, engine);
    return engine;
  };
  const open: Lab["open"] = async (kind, database, source) => {
    const engine = engineOf(kind);
    return engine.open(await engine.prepare(database, source, {}));
  };
  return {
    open,
    state(kind) {
      const state = states.get(kind) ?? open(kind, "lab", sourceFor(kind, folder));
      states.set(kind, state);
      return state;
    },
    async close() {
      for (const engine of engines.values()) await engine.close();
    },
  };
}

function sourceFor(kind: EmbeddedEngineKind, folder: string): TemplateSource {
  if (kind === "pglite") {
    const dump = path.join(folder, "lab.sql");
    writeFileSync(dump, tables);
    return { kind: "sql-file", path: dump };
  }
  const file = path.join(folder, "lab.sqlite");
  const database = new DatabaseSync(file);
  database.exec(tables);
  database.close();
  return { kind: "sqlite-file", path: file };
}
