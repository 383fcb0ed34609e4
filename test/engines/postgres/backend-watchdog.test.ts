import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EndReason, withBackendWatched } from "../../../electron/engines/postgres/backend-watchdog.ts";
import { connectionOf, type PostgresConnection } from "../../../electron/engines/postgres/connection.ts";
import { runPostgresText } from "../../../electron/engines/postgres/run-text.ts";
import { openServer, type Server } from "../../../electron/engines/postgres/server.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../postgres.ts";
import { limits } from "./fixture.ts";

describe.skipIf(postgresPrograms() === null)(
  `a limit that is found while a statement ends by itself (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    let server: Server;
    let client: pg.Client;
    let session: PostgresConnection;
    beforeAll(async () => {
      cluster = startCluster();
      server = await openServer({ url: cluster.url });
    });
    afterAll(async () => {
      await server?.close();
      cluster?.stop();
    });

    async function connected(): Promise<void> {
      client = await server.connect({ database: "postgres" });
      client.on("error", () => {});
      session = connectionOf(client);
    }
    const roomy = { ...limits, timeMs: 60_000, memoryBytes: 2 ** 40 };
    const one = { rows: 1, bytes: 1 << 20 };

    test("ends nothing once the statement is over", async () => {
      await connected();
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<EndReason | null>();
      const overflow = () => {
        asked.resolve();
        return answer.promise as Promise<"full">;
      };
      const watch = { timeMs: roomy.timeMs, memoryBytes: roomy.memoryBytes, overflow };
      const watched = { server, session, role: server.user };
      const { reason } = await withBackendWatched(watched, watch, () => asked.promise);
      answer.resolve("full");
      // What would have been sent by then has been answered.
      await server.ask("SELECT 1");
      await server.ask("SELECT 1");
      expect(reason).toBeNull();
      expect(await session.send("SELECT 1", "one", one)).toMatchObject({ error: null, lost: false });
      await session.end();
    });

    test("is what the statement ends with, though it came to its end before the server was told", async () => {
      await connected();
      const told = Promise.withResolvers<void>();
      const slow: Server = {
        ...server,
        async ask(sql, values) {
          if (sql.includes("pg_terminate_backend")) await told.promise;
          return server.ask(sql, values);
        },
      };
      const run = {
        ...{ server: slow, session, role: server.user, limits: roomy },
        ...{ typeNames: async () => ["int4"], onWrite: () => {}, overuseByNow: async () => null },
        overflow: async () => "full" as const,
      };
      const texts = ["SELECT pg_sleep(1.5)", "SELECT 1", "SELECT 2"];
      const statements = texts.map((text) => ({ text, from: 0, kind: "SelectStmt", readOnly: true }));
      const results = await runPostgresText(texts.join("; "), statements, run);
      told.resolve();
      expect(results.at(-1)?.error).toMatchObject({
        kind: "limit",
        message: expect.stringContaining("1 GB"),
      });
      expect(results.filter(({ status }) => status !== "ok")).toHaveLength(1);
    });
  },
);
