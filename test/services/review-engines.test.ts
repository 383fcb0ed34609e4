import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EngineKind } from "#shared/domain/engine.ts";
import { asAdmin } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { shipsScript } from "../engines/read-session-suite.ts";
import { type TestServices, testServices } from "../support/test-services.ts";
import { importOf, prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };

/** In PostgreSQL's own SQL, which SQLite does not read. */
const predictions = [
  prediction(0, {
    predicted_sql: "SELECT name, tonnage::text FROM ships WHERE name ILIKE '%b%' ORDER BY id",
    gold_sql:
      "SELECT DISTINCT ON (id) name, tonnage::text FROM ships WHERE tonnage = 20.00 AND mood IS NOT NULL",
  }),
  prediction(1, { predicted_sql: "SELECT tonnage FROM ships", gold_sql: "SELECT name FROM ships" }),
  prediction(2, { predicted_sql: "DELETE FROM ships", gold_sql: "SELECT count(*) FROM ships" }),
];

async function allOf<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function lastOf<T>(events: AsyncIterable<T>): Promise<T> {
  const last = (await allOf(events)).at(-1);
  if (last === undefined) throw new Error("no event came");
  return last;
}

async function setUp(files: Record<string, string>) {
  const test = await testWorkspace(predictions);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(test.folder, name), text);
  return { ...test, services: testServices(test.workspace) };
}

/** Reviews the predictions as a window does: evaluates, looks at rows, schema and values, and asks a query of one's own. */
async function review(services: TestServices, projectId: number, itemIds: number[]) {
  const [first = 0, second = 0, third = 0] = itemIds;
  const equal = await lastOf(services.results.evaluateItem({ itemId: first }, anna));
  expect(equal).toMatchObject({
    evaluation: { ex: { set: true }, difference: { kind: "identical" } },
    predictedPage: { rows: [["tBob", "t20.00"]] },
    comparison: { alignment: { rows: 1, differing: 0 } },
  });
  const different = await lastOf(services.results.evaluateItem({ itemId: second }, anna));
  expect(different).toMatchObject({
    evaluation: {
      ex: { set: false },
      predicted: { columns: [{ name: "tonnage", declaredType: "numeric" }] },
    },
    predictedPage: { rows: [["d10.50"], ["d20.00"], ["d20.00"]] },
  });
  const refused = await lastOf(services.results.evaluateItem({ itemId: third }, anna));
  expect(refused).toMatchObject({
    evaluation: { predicted: { error: { kind: "refused" } }, ex: { set: false } },
  });
  const scratch = await lastOf(
    services.results.runScratch({ itemId: first, sql: "SELECT generate_series(1, 500) AS n" }, anna),
  );
  expect(scratch).toMatchObject({ summary: { status: "ok", rowCount: 500 } });
  const resultId = scratch.type === "done" ? (scratch.resultId ?? "") : "";
  expect((await services.results.page({ resultId, from: 400, count: 2 })).rows).toEqual([["i401"], ["i402"]]);
  const { tables } = await services.databases.schema({ projectId, dbId: "harbour" });
  expect(tables.map(({ name }) => name)).toEqual(["calls", "heavy", "ships"]);
  const sample = await services.databases.sample({ projectId, dbId: "harbour", table: "calls" });
  expect(sample).toMatchObject({ rows: 3 });
}

const folderSays = (engine: EngineKind, files: Record<string, string>) =>
  it(`chooses ${engine} where the folder of an import has ${Object.keys(files).join(", ") || "nothing"}`, async () => {
    const { services, folder } = await setUp(files);
    const file = path.join(folder, "more.json");
    writeFileSync(file, JSON.stringify(predictions));
    const source = { ...importOf(file), databasesDir: folder, projectName: "new" };
    const done = await lastOf(services.projects.import(source, anna));
    expect(done).toMatchObject({ project: { reviewEngine: engine } });
  });

describe("predictions are judged on the engine of their databases", () => {
  folderSays("sqlite", {});
  folderSays("sqlite", { "harbour.sqlite": "", "harbour.sql": shipsScript });
  folderSays("pglite", { "harbour.sql": shipsScript });
});

describe("on PGlite", () => {
  it("from a dump: results, difference, paging, scratch, schema and values", async () => {
    // Other suites of the run may have loaded the same text before.
    const script = `${shipsScript}\n-- loaded here first\n`;
    const { services, projectId, itemIds } = await setUp({ "harbour.sql": script });
    await services.settings.setOfProject({ projectId, values: { "items.engine": "pglite" } }, anna);
    expect((await services.projects.list())[0]?.reviewEngine).toBe("pglite");
    const events = await allOf(services.results.evaluateItem({ itemId: itemIds[0] ?? 0 }, anna));
    expect(events[0]).toMatchObject({ type: "loading", database: "harbour" });
    await review(services, projectId, itemIds);
    expect(await services.queue.counts({ projectId }, anna)).toMatchObject({ evaluated: 3, exDiffers: 2 });
  }, 240_000);

  it("tells of a dump that cannot be loaded, and of a database that is not there", async () => {
    const { services, projectId, itemIds } = await setUp({
      "harbour.sql": "CREATE TABEL ships (id int);",
    });
    await services.settings.setOfProject({ projectId, values: { "items.engine": "pglite" } }, anna);
    const running = lastOf(services.results.evaluateItem({ itemId: itemIds[0] ?? 0 }, anna));
    await expect(running).rejects.toThrow(/harbour could not be loaded.*syntax error/s);
    const other = await setUp({});
    await other.services.settings.setOfProject(
      { projectId: other.projectId, values: { "items.engine": "pglite" } },
      anna,
    );
    const done = await lastOf(other.services.results.evaluateItem({ itemId: other.itemIds[0] ?? 0 }, anna));
    expect(done).toMatchObject({ evaluation: { predicted: { status: "missing-database" } } });
  }, 240_000);
});

describe.skipIf(postgresPrograms() === null)(
  `on a PostgreSQL server (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster;
    beforeAll(() => {
      cluster = startCluster();
    });
    afterAll(() => cluster?.stop());

    async function onServer(files: Record<string, string>) {
      const test = await setUp(files);
      const password = /:([^:@/]+)@/.exec(cluster.url)?.[1] ?? "";
      const serverUrl = cluster.url.replace(`:${password}@`, "@");
      await test.services.settings.setOfProject(
        { projectId: test.projectId, values: { "items.engine": "postgres", "tasks.serverUrl": serverUrl } },
        anna,
      );
      await test.services.taskRuns.setServerPassword({
        ...{ projectId: test.projectId, password, keep: false },
      });
      return test;
    }

    it("from a dump that is loaded there", async () => {
      const { services, projectId, itemIds } = await onServer({ "harbour.sql": shipsScript });
      await review(services, projectId, itemIds);
    }, 240_000);

    it("on a database that the server already has, by its db_id", async () => {
      await asAdmin(cluster, "CREATE DATABASE harbour");
      await asAdmin(cluster, shipsScript, "harbour");
      const { services, projectId, itemIds } = await onServer({});
      await review(services, projectId, itemIds);
      expect((await asAdmin(cluster, "SELECT count(*)::int AS n FROM ships", "harbour"))[0]?.n).toBe(3);
    }, 240_000);

    it("refuses a URL that holds the password", async () => {
      const { services, projectId } = await setUp({});
      const values = { "items.engine": "postgres", "tasks.serverUrl": cluster.url } as const;
      await expect(services.settings.setOfProject({ projectId, values }, anna)).rejects.toMatchObject({
        code: "BAD_INPUT",
      });
    });
  },
);
