import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterAll, describe } from "vitest";
import type { EmbeddedEngineKind } from "../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { probesOnPostgres, probesOnSqlite } from "./hostile-probes.ts";
import { describeHostileTasks } from "./hostile-suite.ts";
import { hostileOnPostgres, hostileOnSqlite } from "./hostile-tasks.ts";
import { asAdmin, namesLeft, openEngine } from "./postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "./postgres.ts";

const start = async (kind: EmbeddedEngineKind, folder: string) =>
  openEmbeddedEngine(kind, folder, { ownTemplates: true });

/** Database workers that we have started and that still live, and files of theirs; the source and the templates stay. */
async function leftOfProcesses(folder: string): Promise<string[]> {
  const processes = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return [
    ...processes.split("\n").filter((line) => line.includes("database-worker")),
    ...files.filter((file) => !/^(harbour\.sql|templates(\/\w+-\w+\.template)?)$/.test(file)),
  ];
}

describe("hostile SQL in tasks", () => {
  describeHostileTasks({
    name: "SQLite",
    corpus: hostileOnSqlite,
    probes: probesOnSqlite,
    start: (folder) => start("sqlite", folder),
    left: leftOfProcesses,
  });
  describeHostileTasks({
    name: "PGlite",
    corpus: hostileOnPostgres,
    probes: probesOnPostgres,
    start: (folder) => start("pglite", folder),
    left: leftOfProcesses,
  });
});

describe.skipIf(postgresPrograms() === null)(
  `hostile SQL in tasks on a server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    afterAll(() => cluster?.stop());

    describeHostileTasks({
      name: "PostgreSQL",
      corpus: hostileOnPostgres,
      probes: probesOnPostgres,
      async start() {
        cluster = startCluster(["max_prepared_transactions=0"]);
        return openEngine(cluster);
      },
      async left() {
        const rows = await asAdmin(
          cluster,
          `SELECT 'session ' || usename AS name FROM pg_stat_activity WHERE usename LIKE 'querent%' OR application_name LIKE 'querent%'
           UNION ALL SELECT 'prepared ' || gid FROM pg_prepared_xacts
           UNION ALL SELECT 'slot ' || slot_name FROM pg_replication_slots
           UNION ALL SELECT 'temporary file ' || name FROM pg_ls_tmpdir()`,
        );
        return [...(await namesLeft(cluster)), ...rows.map(({ name }) => String(name))];
      },
    });
  },
);
