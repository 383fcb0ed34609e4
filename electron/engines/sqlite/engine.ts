import type { EngineModule } from "../engine.ts";
import { fileIdentity } from "./open-database.ts";
import { openSqliteSession } from "./session.ts";
import { sqliteWorkerEngine } from "./state.ts";

/** SQLite (node:sqlite): reads files as they are, and writes on copies. */
export const sqliteEngine: EngineModule<"sqlite"> = {
  identity: ({ path }) => fileIdentity(path),
  ownBytes: 0,
  openSession: openSqliteSession,
  states: { in: "worker", worker: sqliteWorkerEngine },
};
