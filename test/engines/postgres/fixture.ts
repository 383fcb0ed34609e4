import pg from "pg";
import type { DatabaseState, Engine, StatementResult } from "../../../electron/engines/engine.ts";
import { createPostgresEngine } from "../../../electron/engines/postgres/engine.ts";
import type { Cluster } from "../postgres.ts";

export const limits = { timeMs: 30_000, rows: 1_000, cellBytes: 1 << 20, memoryBytes: 64 << 20 };

/** An engine on the cluster, as the back end makes it. */
export function openEngine(cluster: Cluster): Promise<Engine> {
  return createPostgresEngine({ url: cluster.url, now: () => new Date() });
}

/** Runs SQL as the superuser, outside the engine; the rows of the last statement. */
export async function asAdmin(
  cluster: Cluster,
  sql: string,
  database = "postgres",
): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: cluster.url.replace("/postgres?", `/${database}?`) });
  client.on("error", () => {});
  await client.connect();
  try {
    const result = await client.query(sql);
    return (Array.isArray(result) ? result.at(-1) : result).rows;
  } finally {
    await client.end();
  }
}

/** A little harbour with a table, a serial key, an enum, a view, a function and a sequence, as a database of the server. */
export async function makeHarbour(cluster: Cluster, database = "harbour"): Promise<void> {
  await asAdmin(cluster, `CREATE DATABASE ${database}`);
  await asAdmin(
    cluster,
    `CREATE TYPE mood AS ENUM ('calm', 'rough');
     CREATE TABLE ship (id serial PRIMARY KEY, name text NOT NULL, tonnage numeric(10,2), mood mood DEFAULT 'calm');
     CREATE TABLE call (ship_id int REFERENCES ship, berth int);
     INSERT INTO ship (name, tonnage) SELECT 'ship ' || g, g * 1.5 FROM generate_series(1, 20) g;
     INSERT INTO call SELECT g, g % 3 FROM generate_series(1, 20) g;
     CREATE VIEW heavy AS SELECT * FROM ship WHERE tonnage > 15;
     CREATE FUNCTION ships() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM ship';
     CREATE SEQUENCE ticket`,
    database,
  );
}

/** Runs one text and answers its last result. */
export async function runOne(
  state: DatabaseState,
  sql: string,
  over: Partial<typeof limits> = {},
): Promise<StatementResult> {
  const results = await state.run([sql], { limits: { ...limits, ...over } });
  const last = results.at(-1);
  if (last === undefined) throw new Error(`no result of ${sql}`);
  return last;
}

/** The only value of a text's result, "status: message" where it failed. */
export async function answerOf(state: DatabaseState, sql: string): Promise<string | null | undefined> {
  const { status, error, rows } = await runOne(state, sql);
  return status === "ok" ? rows[0]?.[0] : `${status}: ${error?.message}`;
}

/** Databases and roles on the server that the engine has named. */
export async function namesLeft(cluster: Cluster): Promise<string[]> {
  const rows = await asAdmin(
    cluster,
    "SELECT datname AS name FROM pg_database WHERE datname LIKE 'querent%' UNION ALL SELECT rolname FROM pg_roles WHERE rolname LIKE 'querent%'",
  );
  return rows.map(({ name }) => name as string);
}
