import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import type { TaskRunEvent, TaskSqlEvent, TestRunEvent } from "../../shared/contract/task-runs.ts";
import type { ProjectSettings } from "../../shared/settings/settings-table.ts";
import { taskRow } from "../support/task-row.ts";
import type { TestServices } from "../support/test-services.ts";
import { testTasks } from "../support/test-tasks.ts";

type TestsInput = Parameters<TestServices["taskRuns"]["runTests"]>[0];

const anna = { actor: "anna" };
const fileOrder = { by: "file", descending: false } as const;

/** A small project on PGlite whose first task passes, whose second fails, and whose third has no database. */
async function harbour(settings: Partial<ProjectSettings> = {}) {
  const test = await testTasks();
  test.file("harbour.sql", [
    "CREATE TABLE ship (id integer PRIMARY KEY, name text);",
    "INSERT INTO ship VALUES (1, 'Astrid'), (2, 'Brage'), (3, NULL);",
  ]);
  const failing = ["def test_case(pred_sqls, sol_sqls, db_name, conn):", "    assert 1 == 2, 'never so'"];
  const { project } = await test.importFile(
    test.file("tasks.jsonl", [
      taskRow("harbour_1"),
      taskRow("harbour_M_2", {
        category: "Management",
        sol_sql: ["DELETE FROM ship WHERE name IS NULL"],
        test_cases: [failing.join("\n")],
      }),
      taskRow("quay_3", { selected_database: "quay" }),
    ]),
    { databasesDir: test.folder },
  );
  const projectId = project.id;
  if (Object.keys(settings).length > 0)
    await test.services.settings.setOfProject({ projectId, values: settings }, anna);
  const taskIds = await test.services.tasks.ids({ projectId, filter: {}, sort: fileOrder });
  const [first = 0, second = 0, third = 0] = taskIds;
  const run = async (taskId: number, checks = false) => {
    const events: TaskRunEvent[] = [];
    const input = { taskId, profile: "conv" as const, checks };
    for await (const event of test.services.taskRuns.run(input, anna)) events.push(event);
    return events;
  };
  return { ...test, projectId, taskIds, first, second, third, run };
}

describe("a run of a task's gold", () => {
  it("tells loading, each phase and the whole, and is kept", { timeout: 180_000 }, async () => {
    const { services, projectId, first, second, run } = await harbour();
    const events = await run(first);
    expect(events.map((event) => (event.type === "step" ? event.step : event.type))).toEqual(
      expect.arrayContaining(["open", "run", "phase", "done"]),
    );
    expect(events.some(({ type }) => type === "loading")).toBe(true);
    expect(events.filter(({ type }) => type === "phase")).toMatchObject([
      { phase: { phase: 1, passed: true, passedFixed: true } },
      { phase: { phase: 2, passed: true } },
    ]);
    expect((await run(second)).at(-1)).toMatchObject({
      type: "done",
      run: {
        engine: "pglite",
        profile: "conv",
        phases: [{ passed: false, tests: [{ message: expect.stringContaining("never so") }] }, {}],
      },
    });
    const { lastRuns } = await services.tasks.task({ taskId: first });
    expect(lastRuns).toMatchObject([{ isCurrent: true, run: { instanceId: "harbour_1" } }]);
    const ids = (lastRun: "passed" | "failed" | "none") =>
      services.tasks.ids({ projectId, filter: { lastRun }, sort: fileOrder });
    expect(await ids("passed")).toEqual([first]);
    expect(await ids("failed")).toEqual([second]);
    expect(await services.tasks.counts({ projectId })).toMatchObject({ run: 2, passed: 1, management: 1 });
  });

  it("is of an earlier revision once the task was edited (SPEC H4)", { timeout: 180_000 }, async () => {
    const { services, projectId, first, run } = await harbour();
    await run(first);
    const { task } = await services.tasks.task({ taskId: first });
    const saveId = crypto.randomUUID();
    const edited = { ...task, clearQuestion: "How many?" };
    await services.tasks.save({ taskId: first, baseRevision: 1, saveId, task: edited }, anna);
    const [row] = await services.tasks.rows({ projectId, taskIds: [first] });
    expect(row?.lastRun).toMatchObject({ isCurrent: false, phases: [{ passed: true }, {}] });
  });

  it("counts no more once the project's tasks run on other databases (SPEC H4)", {
    timeout: 180_000,
  }, async () => {
    const { services, projectId, first, run, folder } = await harbour();
    await run(first);
    const set = (change: Partial<ProjectSettings>) =>
      services.settings.setOfProject(
        {
          projectId,
          values: {
            "tasks.engine": "pglite",
            "tasks.profile": "conv",
            "tasks.databasesDir": folder,
            ...change,
          },
        },
        anna,
      );
    const isCurrent = async () => (await services.tasks.task({ taskId: first })).lastRuns[0]?.isCurrent;
    await set({ "tasks.profile": "adk" });
    expect(await isCurrent()).toBe(true);
    await set({ "tasks.engine": "sqlite" });
    expect(await isCurrent()).toBe(false);
  });

  it("with checks gives findings as they come and keeps them", { timeout: 180_000 }, async () => {
    const { services, second, run } = await harbour();
    const events = await run(second, true);
    const told = events.flatMap((event) => (event.type === "finding" ? [event.finding.rule] : []));
    expect(told.length).toBeGreaterThan(0);
    const { findings } = await services.tasks.task({ taskId: second });
    const kept = findings.filter(({ origin }) => origin === "check");
    expect(kept.map(({ finding }) => finding.rule)).toEqual(told);
  });

  it("without its database says what was looked for", async () => {
    const { folder, third, run } = await harbour();
    await expect(run(third)).rejects.toMatchObject({
      name: "EngineProblem",
      message: expect.stringContaining(path.join(folder, "quay.sql").slice(0, folder.length)),
      why: { engine: "pglite", reason: "no-database", database: "quay" },
    });
  });

  it("on PGlite with a SQLite file says so, rather than reading its bytes as SQL", async () => {
    const { folder, third, run } = await harbour();
    writeFileSync(path.join(folder, "quay.sqlite"), "SQLite format 3\0");
    await expect(run(third)).rejects.toMatchObject({
      message: expect.stringMatching(/quay\.sqlite\), which PGlite cannot read\. Choose SQLite/),
      why: { engine: "pglite", reason: "not-loaded", database: "quay" },
    });
  });

  it("on a server that is not named, or does not answer, says so (SPEC H8)", async () => {
    const { run, first, projectId: unnamed, services: refusing, workspace } = await harbour();
    const values = { "tasks.engine": "postgres" } as const;
    const refused = refusing.settings.setOfProject({ projectId: unnamed, values }, anna);
    await expect(refused).rejects.toMatchObject({ data: { problems: [{ field: "tasks.serverUrl" }] } });
    // As an import or an earlier version left it.
    await workspace.write((db) => putSettingsOfProject(db, unnamed, values));
    await expect(run(first)).rejects.toMatchObject({ why: { reason: "no-server" } });
    const serverUrl = "postgresql://nobody@127.0.0.1:9/none";
    const {
      services,
      projectId,
      first: task,
      run: again,
    } = await harbour({
      "tasks.engine": "postgres",
      "tasks.serverUrl": serverUrl,
    });
    await expect(again(task)).rejects.toMatchObject({ why: { reason: "unreachable" } });
    expect(await services.taskRuns.server({ projectId })).toMatchObject({
      canKeepPassword: false,
      hasPassword: false,
      problem: expect.stringContaining("127.0.0.1:9"),
    });
    await services.taskRuns.setServerPassword({ projectId, password: "secret", keep: true });
    expect(await services.taskRuns.server({ projectId })).toMatchObject({ hasPassword: true });
  });

  it("that its taker leaves stops and is not kept", { timeout: 180_000 }, async () => {
    const { services, first } = await harbour();
    const input = { taskId: first, profile: "conv" as const, checks: false };
    for await (const event of services.taskRuns.run(input, anna)) if (event.type === "step") break;
    expect((await services.tasks.task({ taskId: first })).lastRuns).toEqual([]);
  });
});

describe("any SQL on a task's database", () => {
  it("starts on the pristine state or after the gold, and nothing stays of it", {
    timeout: 180_000,
  }, async () => {
    const { services, second } = await harbour();
    const runSql = async (start: "template" | "phase1" | "phase2", ...sql: string[]) => {
      let done: Extract<TaskSqlEvent, { type: "done" }> | null = null;
      for await (const event of services.taskRuns.runSql({ taskId: second, sql, start }, anna))
        if (event.type === "done") done = event;
      return done;
    };
    const count = "SELECT count(*) FROM ship";
    expect(await runSql("template", "DELETE FROM ship", count)).toMatchObject({
      failedBefore: null,
      statements: [{ affected: 3 }, { rows: [["i0"]] }],
    });
    expect(await runSql("phase1", count)).toMatchObject({ statements: [{ rows: [["i2"]] }] });
    expect(await runSql("template", "SELECT nothing", count)).toMatchObject({
      statements: [{ status: "error", error: { message: expect.stringContaining("nothing") } }],
    });
  });
});

describe("the tables of a task's database", () => {
  it("are told as it is loaded; without a database it is said what was looked for", async () => {
    const { services, second, third } = await harbour();
    const read = async (taskId: number) => {
      for await (const event of services.taskRuns.schema({ taskId }, anna))
        if (event.type === "done") return event.schema;
      return null;
    };
    const columns = [
      { name: "id", declaredType: "integer", primaryKey: true, notNull: true },
      { name: "name", declaredType: "text", primaryKey: false, notNull: false },
    ];
    expect(await read(second)).toMatchObject({ dbId: "harbour", tables: [{ name: "ship", columns }] });
    await expect(read(third)).rejects.toThrow("quay");
  });
});

describe("the data of a task's database", () => {
  it("is looked at column by column; a column that cannot be read says why", {
    timeout: 180_000,
  }, async () => {
    const { services, second } = await harbour();
    const columns = ["name", "nowhere"].map((column) => ({ table: "ship", column }));
    const looks = await Array.fromAsync(services.taskRuns.profileColumns({ taskId: second, columns }, anna));
    expect(looks.filter(({ type }) => type !== "loading")).toEqual([
      {
        type: "profile",
        profile: { table: "ship", column: "name", rows: 3, nulls: 1, values: expect.any(Array) },
      },
      { type: "unread", table: "ship", column: "nowhere", reason: expect.stringContaining("nowhere") },
      { type: "done" },
    ]);
  });
});

describe("the readings of an ambiguity", () => {
  it("are told before they run, then what came of each beside the gold", { timeout: 180_000 }, async () => {
    const { services, first } = await harbour();
    const input = { taskId: first, ambiguity: 0, profile: "conv" as const };
    const events = (await Array.fromAsync(services.taskRuns.readings(input, anna))).filter(
      ({ type }) => type !== "loading",
    );
    const [told, ...ran] = events;
    const readings = told?.type === "readings" ? told.readings : [];
    expect(readings.map(({ status }) => status)).toContain("proposed");
    expect(ran.map((event) => (event.type === "result" ? event.result.reading.sql : event.type))).toEqual([
      ...readings.map(({ sql }) => sql),
      "done",
    ]);
    expect(ran).toContainEqual({
      type: "result",
      result: expect.objectContaining({ outcome: "differs", summary: expect.stringContaining("1 row") }),
    });
  });

  it("are not run where the snippet is not in the gold, or the gold fails", {
    timeout: 180_000,
  }, async () => {
    const { services, second, first } = await harbour();
    const saveGold = async (goldSql: string[]) => {
      const { task, revision } = await services.tasks.task({ taskId: first });
      const { revision: baseRevision } = revision;
      const saved = { baseRevision, saveId: crypto.randomUUID(), task: { ...task, goldSql } };
      await services.tasks.save({ taskId: first, ...saved }, anna);
    };
    const obstacle = async (taskId: number) => {
      const input = { taskId, ambiguity: 0, profile: "conv" as const };
      const events = await Array.fromAsync(services.taskRuns.readings(input, anna));
      expect(events.some(({ type }) => type === "result")).toBe(false);
      return events.find((event) => event.type === "not-run")?.reason;
    };
    expect(await obstacle(second)).toBe("The snippet is not in the gold.");
    await saveGold(["SELECT count(name) FROM boat"]);
    expect(await obstacle(first)).toMatch(/^The gold does not run: .*boat/);
  });
});

describe("the time limit of a project's statements", () => {
  it("stops scratch SQL, the gold of a run, the SQL of tests, and a job's", {
    timeout: 180_000,
  }, async () => {
    const { services, projectId, first, run } = await harbour({
      "tasks.engine": "sqlite",
      "tasks.timeLimitMs": 400,
    });
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    const quickly = async <T>(work: () => Promise<T>): Promise<T> => {
      const startedAt = performance.now();
      const given = await work();
      // Without a limit of the project's own a statement has a minute.
      expect(performance.now() - startedAt).toBeLessThan(30_000);
      return given;
    };
    const asked = { taskId: first, sql: [endless], start: "template" as const };
    const scratch = await quickly(() => Array.fromAsync(services.taskRuns.runSql(asked, anna)));
    expect(scratch.at(-1)).toMatchObject({ type: "done", statements: [{ status: "timeout" }] });

    const tested = {
      taskId: first,
      phase: 1 as const,
      indexes: null,
      sql: [endless],
      profile: "conv" as const,
    };
    const tests = await quickly(() => Array.fromAsync(services.taskRuns.runTests(tested, anna)));
    expect(tests).toContainEqual(expect.objectContaining({ type: "answer", failed: true }));

    const { task } = await services.tasks.task({ taskId: first });
    const edited = { ...task, goldSql: [endless] };
    await services.tasks.save({ taskId: first, baseRevision: 1, saveId: "limit", task: edited }, anna);
    const ran = await quickly(() => run(first));
    expect(ran.at(-1)).toMatchObject({ run: { phases: [{ passed: false }, {}] } });
    await quickly(async () => {
      const ended = services.change((change) => change.type === "job" && change.job.state !== "running");
      await services.background.taskJobs.startAll({ projectId, what: "run", profile: "conv", again: true });
      await ended;
    });
  });
});

describe("a table that is to stay as it is", () => {
  it("is read where the phase begins, on SQLite; one that cannot be read says why", {
    timeout: 180_000,
  }, async () => {
    const { services, second } = await harbour({ "tasks.engine": "sqlite" });
    const read = async (table: string, start: "template" | "phase1") => {
      const events = await Array.fromAsync(
        services.taskRuns.fingerprint({ taskId: second, table, start }, anna),
      );
      return events.at(-1);
    };
    const before = await read("ship", "template");
    expect(before).toEqual({ type: "done", rows: 3, fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await read("(SELECT * FROM ship ORDER BY id DESC)", "template")).toEqual(before);
    expect(await read("ship", "phase1")).toMatchObject({ type: "done", rows: 2 });
    expect(await read("pier", "template")).toEqual({ type: "unread", reason: "no such table: pier" });
  });
});

describe("test scripts on any answer", () => {
  const script = (...lines: string[]) =>
    ["def test_case(pred_sqls, sol_sqls, db_name, conn):", ...lines.map((line) => `    ${line}`)].join("\n");
  const counting = script(
    'rows, failed, slow = execute_queries(["SELECT count(*) FROM ship"], db_name, conn)',
    'print("rows", rows)',
    "assert rows == [(2,)], f'{rows[0][0]} ships are left'",
  );

  async function scripted() {
    const made = await harbour();
    const { services, second, first } = made;
    const { task } = await services.tasks.task({ taskId: second });
    const tests = [counting, script("while True: pass"), script("import os", "os.listdir('/etc')")];
    const followUp = { ...(await services.tasks.task({ taskId: first })).task.followUp, tests: [counting] };
    const edited = { ...task, tests, followUp } as typeof task;
    const saveId = crypto.randomUUID();
    await services.tasks.save({ taskId: second, baseRevision: 1, saveId, task: edited }, anna);
    const runTests = async (input: { sql: string[]; indexes: number[] | null } & Partial<TestsInput>) => {
      const events: TestRunEvent[] = [];
      const asked = { taskId: second, phase: 1 as const, profile: "conv" as const, ...input };
      for await (const event of services.taskRuns.runTests(asked, anna)) events.push(event);
      return events.filter(({ type }) => type !== "loading");
    };
    return { ...made, runTests };
  }

  it("run one by one on what the answer left, with what they printed and the SQL that they ran", {
    timeout: 180_000,
  }, async () => {
    const { runTests, first } = await scripted();
    const gold = "DELETE FROM ship WHERE name IS NULL";
    expect(await runTests({ sql: [gold], indexes: [0] })).toMatchObject([
      { type: "answer", failed: false, steps: [{ step: "answer", statements: [{ affected: 1 }] }] },
      {
        type: "test",
        test: { index: 0, status: "passed", stdout: "rows [(2,)]\n" },
        statements: [{ sql: "SELECT count(*) FROM ship", rows: [["i2"]] }],
        more: 0,
      },
      { type: "done" },
    ]);
    expect(await runTests({ sql: ["SELECT 1"], indexes: [0, 2] })).toMatchObject([
      { type: "answer" },
      { test: { index: 0, status: "failed", message: "3 ships are left", traceback: [{ line: 4 }] } },
      { test: { index: 2, status: "error" }, statements: [] },
      { type: "done" },
    ]);
    expect(await runTests({ sql: ["SELECT 1"], indexes: null, phase: 2, profile: "adk" })).toMatchObject([
      { type: "answer", steps: [{ step: "previous" }, { step: "answer" }] },
      { test: { index: 0, status: "passed" } },
      { type: "done" },
    ]);
    expect(await runTests({ sql: ["SELECT none"], indexes: null })).toMatchObject([
      { type: "answer", failed: true, steps: [{ statements: [{ status: "error" }] }] },
      { type: "done" },
    ]);
    // Without scripts it is the default test that judges.
    expect(await runTests({ taskId: first, sql: ["SELECT 7"], indexes: null })).toMatchObject([
      { type: "answer" },
      { test: { index: null, status: "failed" } },
      { type: "done" },
    ]);
  });

  it("stop when their taker goes, an endless one too", { timeout: 180_000 }, async () => {
    const { services, second } = await scripted();
    const input = { taskId: second, phase: 1 as const, profile: "conv" as const, sql: ["SELECT 1"] };
    const begun = performance.now();
    for await (const event of services.taskRuns.runTests({ ...input, indexes: [1] }, anna))
      if (event.type === "answer") break;
    expect(performance.now() - begun).toBeLessThan(50_000);
  });

  it("are compiled alone, and Python's words come with their line", { timeout: 180_000 }, async () => {
    const { services } = await harbour();
    expect(await services.taskRuns.compileTest({ script: counting })).toBeNull();
    const broken = script("assert 1 == 1", "assert (");
    expect(await services.taskRuns.compileTest({ script: broken })).toMatchObject({
      line: 3,
      message: expect.stringContaining("'(' was never closed"),
    });
  });
});

describe("all tasks of a project", () => {
  it("are run in the background; those without a database are passed over, and that is said", {
    timeout: 180_000,
  }, async () => {
    const { services, projectId } = await harbour();
    const done = services.change(
      (change) => change.type === "job" && change.job.kind === "run" && change.job.state !== "running",
    );
    const input = { projectId, what: "run" as const, profile: "conv" as const, again: false };
    expect(await services.background.taskJobs.startAll(input)).toMatchObject({
      kind: "run",
      done: 0,
      total: 3,
    });
    expect(await done).toMatchObject({
      job: { state: "done", done: 2, total: 3, message: expect.stringContaining("1 task was skipped") },
    });
    expect(await services.tasks.counts({ projectId })).toMatchObject({ run: 2, passed: 1 });
    const again = services.change((change) => change.type === "job" && change.job.state !== "running");
    expect(await services.background.taskJobs.startAll(input)).toMatchObject({ done: 2, total: 3 });
    await again;
  });

  it("go on where they stopped when the workspace is opened again", { timeout: 180_000 }, async () => {
    const { services, projectId } = await harbour();
    const input = { projectId, what: "check" as const, profile: "conv" as const, again: false };
    await services.background.taskJobs.startAll(input);
    await services.background.jobs.close();
    const done = services.change(
      (change) => change.type === "job" && change.job.kind === "check" && change.job.state === "done",
    );
    await services.background.taskJobs.resume();
    expect(await done).toMatchObject({ job: { done: 2, total: 3 } });
  });
});

describe("predictions on tasks", () => {
  it("are evaluated in the background, with rates and a line a phase", { timeout: 180_000 }, async () => {
    const { services, projectId, file, taskIds } = await harbour();
    const row = (instance_id: string, phase: number, ...pred_sqls: string[]) =>
      JSON.stringify({ instance_id, phase, pred_sqls });
    const predictions = file("answers.jsonl", [
      row("harbour_1", 1, "SELECT count(name) FROM ship"),
      row("harbour_1", 2, "SELECT 7"),
      row("harbour_M_2", 1, "DELETE FROM ship"),
      row("stranger_9", 1, "SELECT 1"),
    ]);
    const done = services.change((change) => change.type === "job" && change.job.state !== "running");
    const asked = { projectId, path: predictions, profile: "conv" as const };
    await services.taskRuns.evaluatePredictions(asked, anna);
    expect(await done).toMatchObject({ job: { kind: "evaluate-tasks", state: "done", done: 3, total: 3 } });
    const [run] = await services.taskRuns.predictionRuns({ projectId });
    expect(run).toMatchObject({ fileName: "answers.jsonl", engine: "pglite", done: 3, total: 3 });
    expect(run?.rates).toMatchObject([
      {
        group: "all",
        tasks: 2,
        phase1: { total: 2, passed: 1 },
        phase2: { passed: 0 },
        reward: { shipped: 35 },
      },
      { group: "BI", tasks: 1, phase1: { passed: 1 } },
      { group: "DM", tasks: 1, phase1: { passed: 0 } },
    ]);
    const ask = { predictionRunId: run?.predictionRunId ?? 0, from: 0, count: 10 };
    const all = await services.taskRuns.predictionLines({ ...ask, only: "all" });
    expect(
      all.lines.map(({ instanceId, phase, passed, taskId }) => [instanceId, phase, passed, taskId]),
    ).toEqual([
      ["harbour_1", 1, true, taskIds[0]],
      ["harbour_1", 2, false, taskIds[0]],
      ["harbour_M_2", 1, false, taskIds[1]],
      ["stranger_9", 1, false, null],
    ]);
    const failed = await services.taskRuns.predictionLines({ ...ask, only: "failed" });
    expect(failed).toMatchObject({
      total: 3,
      lines: [{}, {}, { reason: "The project has no task stranger_9." }],
    });
  });
});
