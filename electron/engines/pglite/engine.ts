import { existsSync } from "node:fs";
import type { EngineModule } from "../engine.ts";
import { openPgliteSession } from "./session.ts";
import { pgliteWorkerEngine } from "./state.ts";

/** PGlite: PostgreSQL in WebAssembly, one cluster in the memory of one process. */
export const pgliteEngine: EngineModule<"pglite"> = {
  // A template is named for its content and never changes.
  identity: ({ path }) => (existsSync(path) ? path : null),
  // Measured: hot functions of the server's 20 MB of WebAssembly are compiled again with up to 290 MB.
  ownBytes: 384 * 2 ** 20,
  openSession: openPgliteSession,
  states: { in: "worker", worker: pgliteWorkerEngine },
};
