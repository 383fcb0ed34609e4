import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { consensusOfProject } from "../../electron/store/consensus.ts";
import { itemById } from "../../electron/store/items.ts";
import { verdictsOnItems } from "../../electron/store/verdicts.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { defaultChoices, type FileLabels } from "../../shared/domain/import-report.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import type { ExportFormat } from "../../shared/formats/verdict-export/export-formats.ts";
import { sharedData } from "../support/shared-data.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testServices } from "../support/test-services.ts";
import { prediction, writeDatabase } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const yes: Judgement = { ...emptyJudgement, label: "yes" };

function setUp() {
  const folder = temporaryFolder();
  writeDatabase(folder);
  const workspace = openWorkspace(path.join(folder, "work.querent"));
  onTestFinished(() => workspace.close());
  const services = testServices(workspace);
  const importFiles = async (files: [file: string, labels: FileLabels][], projectName = "review") => {
    const source = {
      files: files.map(([file, labels]) => ({ path: file, labels })),
      ...{ databasesDir: folder, choices: defaultChoices, projectName },
    };
    for await (const event of services.projects.import(source, anna))
      if (event.type === "done") return event.project.id;
    throw new Error("the import ended without a project");
  };
  const add = (name: string, items: Record<string, unknown>[], reviewer: string | null, project?: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, JSON.stringify(items));
    return importFiles([[file, reviewer ? { as: "opinions", reviewer } : { as: "left-out" }]], project);
  };
  const filesOf = (projectId: number) => services.importedFiles.list({ projectId }, anna);
  const said = (itemId: number) =>
    workspace.read(async (db) =>
      (await verdictsOnItems(db, [itemId])).map(({ reviewer, label }) => [reviewer, label]),
    );
  const save = (itemId: number, judgement: Judgement, baseRevision: number, actor = "anna") =>
    services.verdicts.save({ itemId, baseRevision, saveId: randomUUID(), judgement }, { actor });
  /** Every row of the file, by table; nothing may refer to what is not there. */
  const everything = () => {
    const db = new Database(workspace.path, { readonly: true });
    expect(db.pragma("foreign_key_check")).toEqual([]);
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
    const rows = names.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()] as const);
    db.close();
    return Object.fromEntries(rows.filter(([name]) => !["project", "sqlite_sequence"].includes(name)));
  };
  const isBusy = async () => (await services.jobs.list()).some(({ state }) => state === "running");
  const idle = () => expect.poll(isBusy).toBe(false);
  return { idle, folder, workspace, services, importFiles, add, filesOf, said, save, everything };
}

const labelled = (n: number, label: boolean, fields = {}) =>
  prediction(n, { label, reason: "because", ...fields });

describe("an import that is taken back", () => {
  it("leaves no item that it alone brought and nobody judged, and withdraws what it said of others", async () => {
    const { add, filesOf, services, said, workspace, everything, idle } = setUp();
    const evidence = { evidence: "e", system: "beta" };
    const projectId = await add("b.json", [labelled(0, false, evidence), labelled(1, true)], "bert");
    await add("a.json", [labelled(0, true, { system: "alpha" })], "anna");
    const [first] = await filesOf(projectId);
    expect(first).toMatchObject({
      fileName: "b.json",
      reviewer: "bert",
      items: 2,
      opinions: 2,
      takenBack: null,
    });
    const fileId = first?.id ?? 0;
    const expected = { items: 1, itemsStaying: 1, verdicts: 1, verdictsStaying: 0, consensus: 0 };
    await idle();
    const before = everything();
    expect(await services.importedFiles.takeBackPreview({ fileId }, anna)).toEqual(expected);
    expect(everything()).toEqual(before);
    expect(await services.importedFiles.takeBack({ fileId }, anna)).toEqual(expected);
    expect(await said(1)).toEqual([
      ["anna", "yes"],
      ["bert", null],
    ]);
    expect(await workspace.read((db) => itemById(db, 2))).toBeNull();
    expect(await workspace.read((db) => itemById(db, 1))).toMatchObject({ system: "alpha", evidence: "" });
    expect((await filesOf(projectId))[0]).toMatchObject({ items: 0, takenBack: { by: "anna" } });
    await expect(services.importedFiles.takeBack({ fileId }, anna)).rejects.toThrow("taken back already");
    everything();
    await add("b.json", [labelled(0, false, evidence), labelled(1, true)], "bert");
    expect(await said(1)).toEqual([
      ["anna", "yes"],
      ["bert", "no"],
    ]);
  });

  it("keeps what the reviewer has said since, which no undo leads behind, and items that somebody judged", async () => {
    const { add, filesOf, services, said, save } = setUp();
    const projectId = await add(
      "a.json",
      [labelled(0, false), labelled(1, false), labelled(2, false)],
      "anna",
    );
    await save(1, yes, 1);
    await save(2, yes, 1);
    await services.verdicts.undo({ projectId }, anna);
    await save(3, yes, 0, "bert");
    const fileId = (await filesOf(projectId))[0]?.id ?? 0;
    expect(await services.importedFiles.takeBack({ fileId }, anna)).toMatchObject({
      ...{ items: 0, itemsStaying: 3, verdicts: 2, verdictsStaying: 1 },
    });
    expect([await said(1), await said(2), await said(3)]).toEqual([
      [["anna", "yes"]],
      [["anna", null]],
      [
        ["anna", null],
        ["bert", "yes"],
      ],
    ]);
    expect(await services.verdicts.undo({ projectId }, anna)).toBeNull();
    const history = await services.verdicts.history({ itemId: 1 }, anna);
    expect(history.map(({ action }) => action)).toEqual(["take-back", "save", "import"]);
    expect(
      (await services.exports.toText({ projectId, format: "jsonl", reviewer: null }, anna)).text,
    ).toContain("How many ships (2)?");
  });

  it("opens what it had settled", async () => {
    const { importFiles, add, filesOf, services, workspace, folder } = setUp();
    const projectId = await add("a.json", [prediction(0)], null);
    const file = path.join(folder, "settled.json");
    writeFileSync(file, JSON.stringify([prediction(0, { label: true, reason_1: "", reason_2: "" })]));
    await importFiles([[file, { as: "recognised", reviewer: "anna" }]]);
    expect(await workspace.read(async (db) => (await consensusOfProject(db, projectId)).size)).toBe(1);
    const fileId = (await filesOf(projectId))[1]?.id ?? 0;
    expect(await services.importedFiles.takeBack({ fileId }, anna)).toMatchObject({ consensus: 1 });
    expect(await workspace.read(async (db) => (await consensusOfProject(db, projectId)).size)).toBe(0);
  });
});

describe("a project", () => {
  it("is renamed, but not to another's name", async () => {
    const { add, services } = setUp();
    const projectId = await add("a.json", [prediction(0)], null);
    await add("b.json", [prediction(0)], null, "other");
    expect(await services.projects.rename({ projectId, name: "harbour" }, anna)).toMatchObject({
      name: "harbour",
    });
    const taken = services.projects.rename({ projectId, name: "other" }, anna);
    await expect(taken).rejects.toMatchObject({ data: { problems: [{ field: "name" }] } });
  });

  it("is deleted with everything in it, and nothing else with it", async () => {
    const { add, services, save, everything, folder, idle } = setUp();
    const kept = await add("a.json", [labelled(0, true)], "anna", "kept");
    const tasks = path.join(folder, "tasks.jsonl");
    const unanchored = { term: "ships", sql_snippet: "nowhere", is_mask: false, type: "semantic_ambiguity" };
    const ambiguities = { critical_ambiguity: [unanchored], non_critical_ambiguity: [] };
    writeFileSync(tasks, `${taskRow("harbour_1", { user_query_ambiguity: ambiguities })}\n`);
    const importTasks = async (projectName: string) => {
      const input = { files: { tasks }, projectName, databasesDir: folder } as const;
      const importing = services.tasks.import({ ...input, skipUnreadable: false, existing: "keep" }, anna);
      for await (const event of importing) expect(["progress", "done"]).toContain(event.type);
      await expect.poll(() => everything().task_job, { timeout: 60_000 }).toEqual([]);
      await idle();
    };
    await importTasks("kept");
    const before = everything();
    expect(before.task_finding).not.toEqual([]);
    const projectId = await add("b.json", [labelled(0, false), labelled(1, true)], "bert", "gone");
    await importTasks("gone");
    await save(2, yes, 0);
    await services.verdicts.saveDraft({ ...yes, itemId: 3, baseRevision: 0 }, anna);
    await services.guidelines.save({ projectId, text: "Look.", baseVersion: 0 }, anna);
    const name = services.projects.delete({ projectId, name: "kept" }, anna);
    await expect(name).rejects.toMatchObject({ code: "BAD_INPUT" });
    await services.projects.delete({ projectId, name: "gone" }, anna);
    expect(everything()).toEqual(before);
    expect((await services.projects.list()).map(({ id }) => id)).toContain(kept);
    expect((await services.projects.list()).map(({ id }) => id)).not.toContain(projectId);
  });
});

const real: [file: string, format: ExportFormat][] = [
  ...["bird_1", "bird_2", "bird_3"].map((name): [string, ExportFormat] => [
    `annotators/${name}.json`,
    "annotator",
  ]),
  ["rose-vec-bird.json", "rose-vec"],
];
const paths = real.map(([file]) => sharedData(`rose-vec/${file}`));
const skipped = paths.includes(null) ? " (skipped: ../shared/data is absent)" : "";

it.skipIf(paths.includes(null))(
  `ROSE's files of one project go out again byte for byte, each as it came in (SPEC P6)${skipped}`,
  async () => {
    const { importFiles, filesOf, services } = setUp();
    const projectId = await importFiles(
      paths.map((file): [string, FileLabels] => [
        file ?? "",
        { as: "recognised", reviewer: path.parse(file ?? "").name },
      ]),
    );
    await services.settings.setOfProject({ projectId, values: { "review.othersVisible": "always" } }, anna);
    const files = await filesOf(projectId);
    for (const [at, [, format]] of real.entries()) {
      const { id: sourceId = 0, reviewer = null } = files[at] ?? {};
      const { text } = await services.exports.toText({ projectId, format, reviewer, sourceId }, anna);
      expect(text).toBe(readFileSync(paths[at] ?? "", "utf8"));
    }
  },
);
