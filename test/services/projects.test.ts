import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportEvent } from "../../shared/contract/projects.ts";
import { plainSql } from "../support/plain-sql.ts";
import { testServices } from "../support/test-services.ts";
import { importOf, prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";

const anna = { actor: "anna" };

async function setUp(predictions: Record<string, unknown>[]) {
  const { workspace, folder } = await testWorkspace([prediction(0)]);
  writeDatabase(folder);
  const file = path.join(folder, "more.json");
  writeFileSync(file, JSON.stringify(predictions));
  const source = { ...importOf(file, "bert"), databasesDir: folder };
  return { workspace, folder, source, services: testServices(workspace) };
}

async function lastOf(events: AsyncIterable<ImportEvent>): Promise<ImportEvent | undefined> {
  let last: ImportEvent | undefined;
  for await (const event of events) last = event;
  return last;
}

describe("importing a file", () => {
  it("is told beforehand: items, databases found and missing, labels, unknown fields", async () => {
    const { services, source } = await setUp([
      prediction(1, { label: true, hardness: "easy" }),
      prediction(2, { db_id: "absent", system: "s" }),
    ]);
    expect(await services.projects.preview({ ...source, projectName: "" }, anna)).toEqual({
      files: [
        {
          ...{ fileName: "more.json", form: "labelled predictions, JSON list", labelsAs: "opinions" },
          ...{ items: 2, labels: 1, systems: ["s"], unknownFields: ["hardness"] },
        },
      ],
      report: expect.objectContaining({ items: 2, matched: 0, opinions: 1, conflicts: [], notices: [] }),
      databases: [
        { dbId: "harbour", items: 1, found: true },
        { dbId: "absent", items: 1, found: false },
      ],
    });
  });

  it("does not tell a reviewer what others said of an item before they have judged it", async () => {
    const { services, source, folder } = await setUp([prediction(0, { label: true })]);
    const projectName = "review";
    await lastOf(services.projects.import({ ...source, projectName }, anna));
    const other = path.join(folder, "other.json");
    writeFileSync(other, JSON.stringify([prediction(0, { label: false, reason: "twice" })]));
    const again = { ...importOf(other, "bert"), databasesDir: folder, projectName };
    const there = async (actor: string) =>
      (await services.projects.preview(again, { actor })).report.conflicts.map((one) => one.there);
    expect(await there("anna")).toEqual([""]);
    expect(await there("bert")).toEqual(["yes"]);
  });

  it("makes the project, enters the labels, and starts the evaluation", async () => {
    const { services, source } = await setUp([prediction(1, { label: true }), prediction(2)]);
    const finished = services.change((change) => change.type === "job" && change.job.state === "done");
    const last = await lastOf(services.projects.import({ ...source, projectName: "new" }, anna));
    expect(last).toMatchObject({
      type: "done",
      report: { items: 2, opinions: 1 },
      project: { name: "new", itemCount: 2, databasesDir: source.databasesDir },
    });
    expect(await finished).toMatchObject({ job: { done: 2, total: 2 } });
    const projectId = last?.type === "done" ? last.project.id : 0;
    expect(await services.queue.counts({ projectId }, anna)).toMatchObject({ evaluated: 2, exDiffers: 1 });
    expect(await services.queue.counts({ projectId }, { actor: "bert" })).toMatchObject({
      byLabel: { yes: 1 },
    });
  });

  it("of a bad file changes nothing and says what is wrong (SPEC P1, W7)", async () => {
    const { services, source } = await setUp([prediction(1), { question: "?" }]);
    const importing = lastOf(services.projects.import({ ...source, projectName: "new" }, anna));
    await expect(importing).rejects.toMatchObject({
      name: "BadInput",
      problems: [{ row: 2 }, { row: 2 }, { row: 2 }],
    });
    expect(await services.projects.list()).toMatchObject([{ name: "review" }]);
  });

  it("with a databases folder that is not there says so", async () => {
    const { services, source, folder } = await setUp([prediction(1)]);
    const databasesDir = path.join(folder, "none");
    const importing = lastOf(services.projects.import({ ...source, databasesDir, projectName: "new" }, anna));
    await expect(importing).rejects.toMatchObject({
      code: "BAD_INPUT",
      data: { problems: [{ field: "databasesDir", reason: expect.stringContaining(databasesDir) }] },
    });
  });

  it("stops when its taker goes, and leaves nothing behind (SPEC W7)", async () => {
    const { services, source } = await setUp(Array.from({ length: 40_000 }, (_, n) => prediction(n)));
    for await (const event of services.projects.import({ ...source, projectName: "new" }, anna))
      if (event.type === "progress" && event.phase === "save") break;
    expect(await services.projects.list()).toMatchObject([{ name: "review" }]);
  });
});

describe("another databases folder", () => {
  it("makes every result anew", async () => {
    const { services, folder, workspace } = await setUp([]);
    const projectId = 1;
    const missing = path.dirname(folder);
    const done = () => services.change((change) => change.type === "job" && change.job.state === "done");
    let finished = done();
    await services.settings.setOfProject({ projectId, values: { "items.databasesDir": missing } }, anna);
    await finished;
    const difference = () => workspace.read((db) => db.all(plainSql("SELECT difference FROM evaluation")));
    expect(await difference()).toEqual([{ difference: "missing-database" }]);
    finished = done();
    const values = { "items.databasesDir": folder };
    expect(await services.settings.setOfProject({ projectId, values }, anna)).toMatchObject(values);
    await finished;
    expect(await difference()).toEqual([{ difference: "identical" }]);
  });
});
