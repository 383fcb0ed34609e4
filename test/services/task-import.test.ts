import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readTaskFile } from "../../shared/formats/task-file.ts";
import { sharedData } from "../support/shared-data.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };
const fileOrder = { by: "file", descending: false } as const;

describe("an import of tasks", () => {
  it("is told beforehand: tasks, databases with what belongs to them, rows that cannot be read, what is there already", async () => {
    const { services, file, folder, importFile } = await testTasks();
    await importFile(file("before.jsonl", [taskRow("harbour_1")]));
    file("harbour.sql", ["CREATE TABLE ship (name text);"]);
    const schema = file("harbour_schema.txt", [
      'CREATE TABLE "ship" (',
      "name text NULL,",
      ");",
      "",
      "First 3 rows:",
      "name",
      "------",
      "Astrid",
      "...",
    ]);
    const tasks = file("tasks.jsonl", [
      taskRow("harbour_1"),
      "{broken",
      taskRow("quay_1", { selected_database: "quay", query: undefined }),
    ]);
    const files = { tasks, schema: [schema] };
    const told = await services.tasks.previewImport(
      { files, projectName: "tasks", databasesDir: folder },
      anna,
    );
    expect(told).toMatchObject({
      form: "BIRD-Interact",
      tasks: 2,
      problems: [{ file: "tasks.jsonl", row: 2, reason: expect.stringContaining("column 2") }],
      existing: { count: 1, instanceIds: ["harbour_1"] },
      groundTruths: null,
    });
    expect(told.databases).toMatchObject([
      {
        name: "harbour",
        tasks: 1,
        schemaTables: 1,
        knowledgeNodes: null,
        template: path.join(folder, "harbour.sql"),
      },
      { name: "quay", tasks: 1, schemaTables: null, template: null },
    ]);
  });

  it("of SQLite files alone run on SQLite, and of dumps on PGlite, as the preview says", async () => {
    const { services, folder, file } = await testTasks();
    const ofQuay = file("quay.jsonl", [taskRow("quay_1", { selected_database: "quay" })]);
    const ofBoth = file("both.jsonl", [
      taskRow("harbour_1"),
      taskRow("quay_1", { selected_database: "quay" }),
    ]);
    file("harbour.sql", ["CREATE TABLE ship (name text);"]);
    writeFileSync(path.join(folder, "quay.sqlite"), "");
    for (const [tasks, engine] of [
      [ofQuay, "sqlite"],
      [ofBoth, "pglite"],
    ] as const) {
      const input = { files: { tasks }, projectName: engine, databasesDir: null };
      expect(await services.tasks.previewImport(input, anna)).toMatchObject({ engine });
      const whole = { ...input, skipUnreadable: false, existing: "keep" } as const;
      for await (const event of services.tasks.import(whole, anna))
        if (event.type === "done") expect(event.project.taskSettings.engine).toBe(engine);
    }
    const elsewhere = path.join(folder, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(path.join(elsewhere, "quay.sqlite"), "");
    const moved = { files: { tasks: ofQuay }, projectName: "pglite", databasesDir: elsewhere };
    expect(await services.tasks.previewImport(moved, anna)).toMatchObject({
      engine: "pglite",
      folderBefore: folder,
      databases: [{ name: "quay", template: path.join(elsewhere, "quay.sqlite"), isReadable: false }],
    });
  });

  it("with rows that cannot be read is refused whole, or leaves them out where the person says so (SPEC H5)", async () => {
    const { services, file, importFile } = await testTasks();
    const tasks = file("tasks.jsonl", [taskRow("harbour_1"), "[1]", taskRow("harbour_2"), "{"]);
    await expect(importFile(tasks)).rejects.toMatchObject({
      name: "BadInput",
      problems: [{ row: 2 }, { row: 4 }],
    });
    expect(await services.projects.list()).toEqual([]);
    const done = await importFile(tasks, { skipUnreadable: true });
    expect(done).toMatchObject({ tasks: 2, skippedRows: 2, project: { taskCount: 2, itemCount: 0 } });
  });

  it("that its taker leaves changes nothing (SPEC H5)", async () => {
    const { services, file } = await testTasks();
    const lines = Array.from({ length: 20_000 }, (_, index) => taskRow(`harbour_${index}`));
    const input = {
      files: { tasks: file("tasks.jsonl", lines) },
      projectName: "tasks",
      databasesDir: null,
      skipUnreadable: false,
      existing: "keep" as const,
    };
    for await (const event of services.tasks.import(input, anna))
      if (event.type === "progress" && event.phase === "save") break;
    expect(await services.projects.list()).toEqual([]);
  });

  it("keeps a task that is there, or makes the file's its next revision, an equal one not (SPEC H6)", async () => {
    const { services, file, importFile } = await testTasks();
    const other = { amb_user_query: "How many ships?" };
    await importFile(file("a.jsonl", [taskRow("harbour_1"), taskRow("harbour_1"), taskRow("harbour_2")]));
    const changed = file("b.jsonl", [
      taskRow("harbour_1"),
      taskRow("harbour_1", other),
      taskRow("harbour_3"),
    ]);
    expect(await importFile(changed)).toMatchObject({ tasks: 1, revised: 0, kept: 2 });
    const { project, ...counts } = await importFile(changed, { existing: "revise" });
    expect(counts).toMatchObject({ tasks: 0, revised: 1, kept: 2 });
    const ids = await services.tasks.ids({ projectId: project.id, filter: {}, sort: fileOrder });
    const views = await Promise.all(ids.map((taskId) => services.tasks.task({ taskId })));
    expect(
      views.map(({ task, revision }) => [task.instanceId, task.ambiguousQuestion, revision.revision]),
    ).toEqual([
      ["harbour_1", "How many ships are there?", 1],
      ["harbour_1", "How many ships?", 2],
      ["harbour_2", "How many ships are there?", 1],
      ["harbour_3", "How many ships are there?", 1],
    ]);
    expect(await services.tasks.fileFindings({ projectId: project.id })).toMatchObject([
      { rule: "instance-id-repeated" },
    ]);
  });

  it("fills in the ground truth of a second file (SPEC T13)", async () => {
    const { services, file, importFile } = await testTasks();
    const truth = file("gt.jsonl", ['{"instance_id": "harbour_1", "sol_sql": ["SELECT 7"]}']);
    const tasks = file("tasks.jsonl", [taskRow("harbour_1", { sol_sql: [] })]);
    const { project } = await importFile(tasks, { files: { tasks, groundTruth: truth } });
    const [taskId = 0] = await services.tasks.ids({ projectId: project.id, filter: {}, sort: fileOrder });
    expect((await services.tasks.task({ taskId })).task.goldSql).toEqual(["SELECT 7"]);
  });

  it("says which file does not name its database, and which folder has nothing", async () => {
    const { services, file, folder } = await testTasks();
    const tasks = file("tasks.jsonl", [
      taskRow("harbour_1"),
      taskRow("quay_1", { selected_database: "quay" }),
    ]);
    const nodes = file("nodes.jsonl", ['{"id": 1}']);
    const files = { tasks, knowledge: [nodes], columnMeanings: [folder] };
    const { problems } = await services.tasks.previewImport(
      { files, projectName: "", databasesDir: null },
      anna,
    );
    expect(problems).toMatchObject([
      { file: "nodes.jsonl", field: "knowledge" },
      { file: path.basename(folder), field: "columnMeanings" },
    ]);
  });
});

describe("settings of tasks", () => {
  it("refuse a server's URL with a password, which would be written to the workspace (SPEC H8)", async () => {
    const { services, file, importFile } = await testTasks();
    const { project } = await importFile(file("a.jsonl", [taskRow("harbour_1")]));
    const set = (serverUrl: string) =>
      services.settings.setOfProject(
        { projectId: project.id, values: { "tasks.engine": "postgres", "tasks.serverUrl": serverUrl } },
        anna,
      );
    for (const url of [
      "postgresql://me:secret@db.example/x",
      "postgresql://db.example/x?password=secret",
      "db",
    ])
      await expect(set(url)).rejects.toMatchObject({
        code: "BAD_INPUT",
        data: { problems: [{ field: "tasks.serverUrl" }] },
      });
    expect(await set("postgresql://me@db.example/x")).toMatchObject({
      "tasks.engine": "postgres",
      "tasks.serverUrl": "postgresql://me@db.example/x",
    });
  });
});

describe("tasks that come in and go out again", () => {
  const files = ["bird-interact", "livesqlbench"]
    .map((folder) => sharedData(folder))
    .filter((folder) => folder !== null)
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.jsonl?$/.test(name) && !/_kb\.|column_meaning/.test(name))
        .map((name) => path.join(folder, name)),
    );
  const name = `of every task file are the same JSON (SPEC H7)${files.length === 0 ? " – skipped: ../shared/data is not there" : ""}`;

  it.skipIf(files.length === 0)(name, { timeout: 60_000 }, async () => {
    const { services, importFile } = await testTasks();
    let tried = 0;
    for (const file of files) {
      const { tasks } = readTaskFile(readFileSync(file, "utf8"), file);
      if (tasks.length === 0) continue;
      tried += 1;
      const { project } = await importFile(file, { projectName: file, skipUnreadable: true });
      const format = tasks[0]?.source.form ?? "bird-interact";
      const { text } = await services.tasks.exportToText({ projectId: project.id, format }, anna);
      const lines = text.trimEnd().split("\n");
      expect(lines.map((line) => JSON.parse(line))).toEqual(
        tasks.map(({ source }) => JSON.parse(source.text)),
      );
    }
    expect(tried).toBeGreaterThanOrEqual(3);
  });

  it("keep a megabyte of SQL, exotic Unicode, lone surrogates and NUL (SPEC H7)", async () => {
    const { services, file, importFile } = await testTasks();
    const odd = "\u0000 \ud83d\udea2 \ud800 e\u0301 \u202eright to left\u202c \u2028";
    const rows = [
      taskRow("harbour_1", { sol_sql: [`SELECT '${"x".repeat(1_000_000)}'`] }),
      taskRow("harbour_2", { amb_user_query: `Which ships ${odd}?` }),
      taskRow(`harbour ${odd}`, {}),
    ];
    const { project } = await importFile(file("odd.jsonl", rows));
    const projectId = project.id;
    const { text } = await services.tasks.exportToText({ projectId, format: "bird-interact" }, anna);
    expect(text).toBe(rows.map((row) => `${row}\n`).join(""));
    const ids = (words: string) =>
      services.tasks.ids({ projectId, filter: { text: words }, sort: fileOrder });
    expect(await ids("RIGHT to left")).toHaveLength(2);
    expect(await ids("x".repeat(5_000))).toHaveLength(1);
    const [taskId = 0] = await ids("harbour_2");
    expect((await services.tasks.task({ taskId })).task.ambiguousQuestion).toBe(`Which ships ${odd}?`);
  });

  it("change only where they were edited (SPEC H7, T2)", async () => {
    const { services, file, importFile } = await testTasks();
    const row = taskRow("harbour_1", { weight: "?" }).replace('"?"', "12345678901234567890.10");
    const { project } = await importFile(file("a.jsonl", [row]));
    const projectId = project.id;
    const [taskId = 0] = await services.tasks.ids({ projectId, filter: {}, sort: fileOrder });
    const { task } = await services.tasks.task({ taskId });
    const [ambiguity] = task.ambiguities;
    const edited = {
      ...task,
      ambiguousQuestion: "How many?",
      ambiguities: ambiguity === undefined ? [] : [{ ...ambiguity, term: "many" }],
    };
    const saveId = randomUUID();
    await services.tasks.save({ taskId, baseRevision: 1, saveId, task: edited }, anna);
    const { text } = await services.tasks.exportToText({ projectId, format: "bird-interact" }, anna);
    expect(text).toBe(
      `${row.replace("How many ships are there?", "How many?").replace('"term":"ships"', '"term":"many"')}\n`,
    );
  });

  it("A14: go out with the words and readings of their ambiguities, or without", async () => {
    const { services, file, importFile } = await testTasks();
    const stored = { ambiguity: 1, term: "ships", words: "Cargo ships.", readings: [] };
    const rows = [taskRow("harbour_1", { querent: { clarifications: [stored] } })];
    const { project } = await importFile(file("a.jsonl", rows));
    const all = { projectId: project.id, format: "bird-interact" as const };
    expect((await services.tasks.exportToText(all, anna)).text).toBe(`${rows[0]}\n`);
    expect((await services.tasks.exportPreview(all, anna)).losses).toContainEqual({
      ...{ kind: "ignored", tasks: 1 },
      what: expect.stringContaining("querent"),
    });
    const bare = { ...all, withReadings: false };
    expect((await services.tasks.exportToText(bare, anna)).text).toBe(`${taskRow("harbour_1")}\n`);
    expect((await services.tasks.exportPreview(bare, anna)).losses).toEqual([]);
  });

  it("go out as text and as a file, all or those of a status, and losses are counted before (SPEC H7)", async () => {
    const { services, file, folder, importFile } = await testTasks();
    const rows = [taskRow("harbour_1"), taskRow("harbour_2"), taskRow("harbour_3", { unknown: 1.0 })];
    const { project } = await importFile(file("a.jsonl", rows));
    const projectId = project.id;
    const [, second = 0] = await services.tasks.ids({ projectId, filter: {}, sort: fileOrder });
    const out = path.join(folder, "out.jsonl");
    const all = { projectId, format: "bird-interact" as const };
    expect(await services.tasks.exportToFile({ ...all, path: out }, anna)).toEqual({ path: out, tasks: 3 });
    expect(readFileSync(out, "utf8")).toBe(`${rows.join("\n")}\n`);
    await services.tasks.setStatus({ projectId, taskIds: [second], status: "accepted" }, anna);
    const chosen = { ...all, statuses: ["accepted" as const] };
    expect(await services.tasks.exportToText(chosen, anna)).toEqual({
      fileName: "tasks-bird-interact.jsonl",
      text: `${rows[1]}\n`,
    });
    const clear = { projectId, format: "livesqlbench" as const };
    const { tasks, losses } = await services.tasks.exportPreview(clear, anna);
    expect(tasks).toBe(3);
    expect(losses).toContainEqual({ kind: "lost", what: "the follow-up", tasks: 3 });
    const missing = path.join(folder, "none", "out.jsonl");
    await expect(services.tasks.exportToFile({ ...all, path: missing }, anna)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(existsSync(missing)).toBe(false);
  });
});
