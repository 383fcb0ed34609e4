import { execFileSync } from "node:child_process";
import path from "node:path";
import { performance } from "node:perf_hooks";
import pg from "pg";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { createPostgresEngine } from "../../electron/engines/postgres/engine.ts";
import { postgresPrograms, startCluster } from "../engines/postgres.ts";

/** Tasks a minute of one kind, by the engine and as the reference evaluators reset: dropdb, createdb from the template, a fresh connection. */
export interface PostgresTaskFigure {
  kind: "query" | "management";
  engine: number;
  reference: number;
  ratio: number;
}

interface BenchTask {
  gold: string[];
  predicted: string[];
}

const limits = { timeMs: 60_000, rows: 10_000, cellBytes: 1 << 24, memoryBytes: 1 << 28 };
const templateName = "shop_template";

const queries: BenchTask[] = [
  "SELECT category, count(*), avg(price) FROM product GROUP BY category ORDER BY 2 DESC, 1",
  "SELECT c.city, sum(l.amount * p.price) FROM customer c JOIN sale s ON s.customer_id = c.id JOIN sale_line l ON l.sale_id = s.id JOIN product p ON p.id = l.product_id GROUP BY c.city",
  "SELECT id, name, rank() OVER (PARTITION BY category ORDER BY price DESC) FROM product LIMIT 100",
  "SELECT date_trunc('month', sold_at) AS month, count(*) FROM sale GROUP BY 1 ORDER BY 1",
].map((sql) => ({ gold: [sql], predicted: [sql] }));

const management: BenchTask[] = [
  "UPDATE product SET price = price * 1.1 WHERE category = 'c3'",
  "CREATE VIEW dear AS SELECT * FROM product WHERE price > 50",
  "INSERT INTO sale (customer_id, sold_at) SELECT id, '2025-01-01' FROM customer WHERE id < 20",
  "ALTER TABLE customer ADD COLUMN tier text; UPDATE customer SET tier = 'gold' WHERE id % 7 = 0",
].map((sql) => ({ gold: [sql], predicted: [sql, "SELECT count(*) FROM sale"] }));

/** Measures both ways on one private server, one after the other in one run; `seconds` is the time given to each way and kind. */
export async function measurePostgresTasks(seconds = 8): Promise<PostgresTaskFigure[]> {
  const cluster = startCluster(["fsync=on"]);
  const engine = await createPostgresEngine({ url: cluster.url, now: () => new Date() });
  try {
    await makeShop(cluster.url);
    const state = await openShop(engine);
    const figures: PostgresTaskFigure[] = [];
    for (const [kind, tasks] of [["query", queries] as const, ["management", management] as const]) {
      const reference = await perMinute(tasks, seconds, (task) =>
        runAsReference(cluster.url, cluster.socketFolder, task),
      );
      const measured = await perMinute(tasks, seconds, (task) => runOnEngine(state, task));
      figures.push({ kind, engine: measured, reference, ratio: measured / reference });
    }
    await state.close();
    return figures;
  } finally {
    await engine.close();
    cluster.stop();
  }
}

async function perMinute(
  tasks: readonly BenchTask[],
  seconds: number,
  run: (task: BenchTask) => Promise<void>,
): Promise<number> {
  for (const task of tasks) await run(task);
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < seconds * 1000) {
    for (const task of tasks) await run(task);
    done += tasks.length;
  }
  return (done * 60_000) / (performance.now() - started);
}

/** Reset, gold, then the default test, which runs both sides again. */
async function runOnEngine(state: DatabaseState, { gold, predicted }: BenchTask): Promise<void> {
  await state.reset();
  for (const sql of [gold, predicted, gold]) {
    const failed = (await state.run(sql, { limits })).find(({ status }) => status !== "ok");
    // The second run of a CREATE or ALTER fails on both ways alike: what is measured is the work, not the verdict.
    if (failed && failed.error?.kind !== "sql") throw new Error(failed.error?.message);
  }
}

async function runAsReference(url: string, socket: string, { gold, predicted }: BenchTask): Promise<void> {
  const { username, password } = new URL(url.replace("@/", "@localhost/"));
  const environment = { ...process.env, PGPASSWORD: password, PGHOST: socket, PGUSER: username };
  const program = (name: string) => path.join(postgresPrograms() ?? "", name);
  execFileSync(program("dropdb"), ["--if-exists", "--force", "shop"], { env: environment });
  execFileSync(program("createdb"), ["shop", "--template", templateName], { env: environment });
  const client = new pg.Client({ connectionString: databaseUrl(url, "shop") });
  await client.connect();
  try {
    for (const sql of [gold, predicted, gold].flat())
      await client.query({ text: sql, rowMode: "array" }).catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError)) throw error;
      });
  } finally {
    await client.end();
  }
}

async function openShop(engine: Engine): Promise<DatabaseState> {
  return engine.open(await engine.prepare("shop", { kind: "server-database", database: templateName }, {}));
}

function databaseUrl(url: string, database: string): string {
  return url.replace("/postgres?", `/${database}?`);
}

/** A small shop, about the size of a benchmark's database: 10 MB, nine thousand rows. */
async function makeShop(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateName}`);
  await admin.end();
  const shop = new pg.Client({ connectionString: databaseUrl(url, templateName) });
  await shop.connect();
  await shop.query(`
    CREATE TABLE customer (id serial PRIMARY KEY, name text NOT NULL, city text);
    CREATE TABLE product (id serial PRIMARY KEY, name text NOT NULL, category text, price numeric(10,2));
    CREATE TABLE sale (id serial PRIMARY KEY, customer_id int REFERENCES customer, sold_at date);
    CREATE TABLE sale_line (sale_id int REFERENCES sale, product_id int REFERENCES product, amount int, PRIMARY KEY (sale_id, product_id));
    INSERT INTO customer (name, city) SELECT 'customer ' || g, 'city ' || g % 40 FROM generate_series(1, 1000) g;
    INSERT INTO product (name, category, price) SELECT 'product ' || g, 'c' || g % 12, (g * 37 % 10000) / 100.0 FROM generate_series(1, 500) g;
    INSERT INTO sale (customer_id, sold_at) SELECT g % 1000 + 1, date '2024-01-01' + g % 365 FROM generate_series(1, 2500) g;
    INSERT INTO sale_line SELECT s, p, (s + p) % 5 + 1 FROM generate_series(1, 2500) s, LATERAL (SELECT (s * 7 + n) % 500 + 1 AS p FROM generate_series(1, 2) n) x;
    ANALYZE`);
  await shop.end();
}

if (import.meta.main) console.table(await measurePostgresTasks());
