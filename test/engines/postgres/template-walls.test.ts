import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseState, Engine } from "../../../electron/engines/engine.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { asAdmin, openEngine, runOne } from "./fixture.ts";

describe.skipIf(postgresPrograms() === null)(
  `what a database of the server leads to (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    let engine: Engine;
    let state: DatabaseState;
    beforeAll(async () => {
      cluster = startCluster();
      engine = await openEngine(cluster);
      await asAdmin(cluster, "CREATE DATABASE quay");
      await asAdmin(
        cluster,
        `CREATE EXTENSION dblink; CREATE EXTENSION file_fdw; CREATE EXTENSION pg_trgm; CREATE TABLE berth (id int);
         CREATE FUNCTION file_of(text) RETURNS text LANGUAGE internal STRICT AS 'pg_read_file_all';
         GRANT USAGE ON FOREIGN DATA WRAPPER file_fdw TO PUBLIC; GRANT EXECUTE ON FUNCTION pg_read_file(text) TO PUBLIC;
         GRANT EXECUTE ON FUNCTION pg_ls_dir(text) TO PUBLIC;
         CREATE FUNCTION berths() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM berth'`,
        "quay",
      );
      state = await engine.open(
        await engine.prepare("quay", { kind: "server-database", database: "quay" }, {}),
      );
    });
    afterAll(async () => {
      await state?.close();
      await engine?.close();
      cluster?.stop();
    });

    it.each([
      "SELECT dblink_connect('dbname=postgres')",
      "SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t (x int)",
      "SELECT file_of('/etc/passwd')",
      "SELECT pg_read_file('PG_VERSION')",
      "SELECT pg_ls_dir('.')",
      "ALTER FUNCTION file_of(text) OWNER TO CURRENT_USER",
      "CREATE SERVER files FOREIGN DATA WRAPPER file_fdw",
      "CREATE FUNCTION other(text) RETURNS text LANGUAGE internal AS 'pg_read_file_all'",
    ])("is out of reach: %s", async (sql) => {
      for (const text of [sql, `SET ROLE NONE; ${sql}`]) {
        const { status, error } = await runOne(state, text);
        expect([status, error?.kind], text).toEqual(["error", "refused"]);
      }
    });

    it("leaves its own functions and those of a trusted extension in reach", async () => {
      const { rows } = await runOne(state, "SELECT berths(), similarity('quay', 'quays') > 0.5");
      expect(rows).toEqual([["i0", "tt"]]);
    });

    it.each([
      ["foreign servers", "CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw"],
      [
        "triggers whose functions know no bounds",
        `CREATE TABLE berth (id int); CREATE FUNCTION way() RETURNS trigger LANGUAGE internal AS 'suppress_redundant_updates_trigger';
         CREATE TRIGGER files BEFORE UPDATE ON berth FOR EACH ROW EXECUTE FUNCTION way()`,
      ],
      [
        "event triggers whose functions know no bounds",
        `CREATE FUNCTION way() RETURNS event_trigger LANGUAGE internal AS 'suppress_redundant_updates_trigger';
         CREATE EVENT TRIGGER files ON ddl_command_start EXECUTE FUNCTION way(); ALTER EVENT TRIGGER files DISABLE`,
      ],
    ])("is said where it is %s, and nothing is left of the copy", async (by, sql) => {
      await asAdmin(cluster, "CREATE DATABASE pier");
      await asAdmin(cluster, sql, "pier");
      // But for the states of "quay", one of which may be on its way to be the next.
      const others = "SELECT datname FROM pg_database WHERE datname !~ '_c_\\d+$' ORDER BY 1";
      const before = await asAdmin(cluster, others);
      await expect(engine.prepare("pier", { kind: "server-database", database: "pier" }, {})).rejects.toThrow(
        `"pier" reaches data outside of it through its ${by} (files)`,
      );
      expect(await asAdmin(cluster, others)).toEqual(before);
      await asAdmin(cluster, "DROP DATABASE pier");
    });
  },
);
