import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe } from "vitest";
import type { DatabaseRef, Engine } from "../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { hostileOnPostgres, hostileOnSqlite } from "./hostile-tasks.ts";
import { openEngine } from "./postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "./postgres.ts";
import { describeReadSessions } from "./read-session-suite.ts";
import { makeDatabase } from "./sqlite/support.ts";

describeReadSessions({
  name: "SQLite",
  dialect: "sqlite",
  corpus: hostileOnSqlite,
  open: async (folder, script) => ({
    engine: "sqlite",
    dbId: "harbour",
    path: makeDatabase(path.join(folder, "harbour.sqlite"), script),
  }),
  close: async () => {},
});

async function readerOf(engine: Engine, folder: string, script: string): Promise<DatabaseRef> {
  const file = path.join(folder, "harbour.sql");
  writeFileSync(file, script);
  return engine.reader(await engine.prepare("harbour", { kind: "sql-file", path: file }, {}));
}

let pglite: Engine;
describeReadSessions({
  name: "PGlite",
  dialect: "postgresql",
  corpus: hostileOnPostgres,
  open(folder, script) {
    pglite = openEmbeddedEngine("pglite", folder);
    return readerOf(pglite, folder, script);
  },
  close: () => pglite.close(),
});

describe.skipIf(postgresPrograms() === null)(`on a server (else skipped: ${postgresMissing})`, () => {
  let cluster: Cluster;
  let engine: Engine;
  describeReadSessions({
    name: "PostgreSQL",
    dialect: "postgresql",
    corpus: hostileOnPostgres,
    async open(folder, script) {
      cluster = startCluster();
      engine = await openEngine(cluster);
      return readerOf(engine, folder, script);
    },
    async close() {
      await engine?.close();
      cluster?.stop();
    },
  });
});
