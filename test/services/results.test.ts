import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { EvaluationEvent, ScratchEvent } from "../../shared/contract/results.ts";
import { testServices } from "../support/test-services.ts";
import { prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";

const endless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t";
const anna = { actor: "anna" };

async function setUp(predictions: Record<string, unknown>[]) {
  const test = await testWorkspace(predictions);
  writeDatabase(test.folder);
  const [itemId = 0] = test.itemIds;
  return { ...test, itemId, services: testServices(test.workspace) };
}

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const event of events) taken.push(event);
  return taken;
}

const last = (events: (EvaluationEvent | ScratchEvent)[]) => events.at(-1);

describe("running an item", () => {
  it("ends with both results, their comparison and the evaluation, which is kept", async () => {
    const { services, itemId, projectId } = await setUp([prediction(1)]);
    const done = last(await all(services.results.evaluateItem({ itemId }, anna)));
    expect(done).toMatchObject({
      type: "done",
      evaluation: { ex: { set: false }, difference: { kind: "different" } },
      predictedPage: { from: 0, rows: [["i3"]] },
      goldPage: { from: 0, rows: [["i2"]] },
    });
    expect(await services.queue.counts({ projectId }, anna)).toMatchObject({ evaluated: 1 });
  });

  it("keeps its rows to be asked for, until they are dropped", async () => {
    const { services, itemId } = await setUp([
      prediction(0, { predicted_sql: "SELECT id, name FROM ship ORDER BY id" }),
    ]);
    const done = last(await all(services.results.evaluateItem({ itemId }, anna)));
    const resultId = done?.type === "done" && "predictedId" in done ? (done.predictedId ?? "") : "";
    expect(await services.results.page({ resultId, from: 1, count: 10 })).toEqual({
      from: 1,
      rows: [["i2", "tBrage"]],
    });
    await expect(services.results.page({ resultId: "gone", from: 0, count: 1 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("says that the database is missing, as the state of both sides", async () => {
    const { services, itemId } = await setUp([prediction(0, { db_id: "../harbour" })]);
    const done = last(await all(services.results.evaluateItem({ itemId }, anna)));
    expect(done).toMatchObject({
      predictedId: null,
      evaluation: { predicted: { status: "missing-database" }, gold: { status: "missing-database" } },
    });
  });

  it("puts an answer that came with more time in the place of a timeout", async () => {
    const slow = endless.replace("FROM t)", "FROM t WHERE n < 1000000)");
    const { services, itemId, projectId } = await setUp([prediction(0, { predicted_sql: slow })]);
    const kinds = async () => (await services.queue.facets({ projectId })).differences;
    await all(services.results.evaluateItem({ itemId, timeMs: 1 }, anna));
    expect(await kinds()).toEqual(["timeout"]);
    await all(services.results.evaluateItem({ itemId, timeMs: 60_000 }, anna));
    expect(await kinds()).toEqual(["different"]);
  });

  it("stops its queries when nobody waits any more, and keeps nothing", async () => {
    const { services, itemId, projectId } = await setUp([prediction(0, { predicted_sql: endless })]);
    const cancelling = new AbortController();
    const running = all(
      services.results.evaluateItem({ itemId, timeMs: 600_000 }, { ...anna, signal: cancelling.signal }),
    );
    cancelling.abort(new Error("next item"));
    await expect(running).rejects.toThrow("next item");
    expect(await services.queue.counts({ projectId }, anna)).toMatchObject({ evaluated: 0 });
  });
});

describe("the scratch pane", () => {
  it("runs a query on the item's database and keeps it in the caller's history, the newest first", async () => {
    const { services, itemId, projectId } = await setUp([prediction(0)]);
    const run = async (sql: string) => last(await all(services.results.runScratch({ itemId, sql }, anna)));
    expect(await run("SELECT name FROM ship")).toMatchObject({
      type: "done",
      summary: { status: "ok", rowCount: 2 },
      page: { rows: [["tAstrid"], ["tBrage"]] },
    });
    expect(await run("DELETE FROM ship")).toMatchObject({
      summary: { status: "error", error: { kind: "refused" } },
    });
    expect(await services.results.scratchHistory({ projectId }, anna)).toMatchObject([
      { sql: "DELETE FROM ship", status: "error", rows: 0, dbId: "harbour" },
      { sql: "SELECT name FROM ship", status: "ok", rows: 2 },
    ]);
    expect(await services.results.scratchHistory({ projectId }, { actor: "bert" })).toEqual([]);
  });

  it("names a database that is not there", async () => {
    const { services, itemId } = await setUp([prediction(0, { db_id: "absent" })]);
    await expect(all(services.results.runScratch({ itemId, sql: "SELECT 1" }, anna))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("the schema of a database", () => {
  it("carries the descriptions that lie beside the file", async () => {
    const { services, folder, projectId } = await setUp([prediction(0)]);
    const own = path.join(folder, "harbour");
    mkdirSync(path.join(own, "database_description"), { recursive: true });
    renameSync(path.join(folder, "harbour.sqlite"), path.join(own, "harbour.sqlite"));
    const header = "original_column_name,column_name,column_description,data_format,value_description";
    writeFileSync(
      path.join(own, "database_description", "Ship.csv"),
      Buffer.from(`\ufeff${header}\r\nName,name of ship,"painted, on the bow",text,\u201cfree\u201d\r\n`),
    );
    const schema = await services.databases.schema({ projectId, dbId: "harbour" });
    const ship = schema.tables.find(({ name }) => name === "ship");
    expect(ship?.columns.map(({ name, description }) => [name, description])).toEqual([
      ["id", ""],
      ["name", "name of ship\npainted, on the bow\n\u201cfree\u201d"],
    ]);
    expect(await services.databases.sample({ projectId, dbId: "harbour", table: "ship" })).toMatchObject({
      rows: 2,
    });
  });

  it("of a database that is not there is NOT_FOUND, with the folder", async () => {
    const { services, folder, projectId } = await setUp([prediction(0)]);
    await expect(services.databases.schema({ projectId, dbId: "absent" })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining(folder),
    });
  });
});
