import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { outcomesOfTask } from "../../electron/store/certificates.ts";
import type { CertifyEvent, StoredCertificate } from "../../shared/contract/certificates.ts";
import type { MutantResult } from "../../shared/domain/certificate.ts";
import { testTasks } from "../support/test-tasks.ts";
import { pierDatabase, pierTask } from "../tasks/pier-tasks.ts";

const anna = { actor: "anna" };
const inTime = { timeout: 120_000 };

/** Tasks on a small SQLite database: one that is sound, one whose test lets much pass, one without a database. */
async function pier() {
  const test = await testTasks();
  test.file("pier.sql", pierDatabase);
  const blind = {
    query: "Set the width of the berths that are deeper than 5 m to 1 m.",
    amb_user_query: "Set the width of the deep berths to 1 m.",
    category: "Management",
    sol_sql: ["UPDATE berth SET width = 1 WHERE depth > 5"],
    test_cases: [
      [
        "def test_case(pred_sqls, sol_sqls, db_name, conn):",
        "    rows, _, _ = execute_queries(['SELECT count(*) FROM berth'], db_name, conn)",
        "    assert rows[0][0] == 6",
      ].join("\n"),
    ],
  };
  const rows = [
    pierTask("pier_1"),
    pierTask("pier_M_2", blind),
    pierTask("pier_3", { selected_database: "quay" }),
  ];
  const { project } = await test.importFile(test.file("tasks.jsonl", rows), { databasesDir: test.folder });
  const projectId = project.id;
  const { services } = test;
  await services.settings.setOfProject({ projectId, values: { "tasks.engine": "sqlite" } }, anna);
  const sort = { by: "file", descending: false } as const;
  const [sound = 0, weak = 0, lost = 0] = await services.tasks.ids({ projectId, filter: {}, sort });
  const certify = async (taskId: number, full = false) => {
    const events: CertifyEvent[] = [];
    for await (const event of services.certificates.certify({ taskId, full }, anna)) events.push(event);
    const last = events.at(-1);
    if (last?.type !== "done") throw new Error("The last event is not the end.");
    return { events, stored: last.stored };
  };
  const edit = async (taskId: number, change: object) => {
    const { task, revision } = await services.tasks.task({ taskId });
    const saveId = crypto.randomUUID();
    await services.tasks.save(
      { taskId, baseRevision: revision.revision, saveId, task: { ...task, ...change } },
      anna,
    );
  };
  const ofTask = async (taskId: number) => {
    const found = await services.certificates.ofTask({ taskId });
    if (found === null) throw new Error("There is no certificate.");
    return found;
  };
  /** Certifies tasks in the background; answers how the job ended. */
  const inBackground = async (taskIds: number[] | null, full = false) => {
    const job = await services.certificates.certifyTasks({ projectId, taskIds, full });
    const ended = () =>
      services.published.findLast(
        (one) => one.type === "job" && one.job.id === job.id && one.job.state !== "running",
      );
    await expect.poll(ended, { timeout: 60_000 }).toBeDefined();
    const change = ended();
    if (change?.type !== "job") throw new Error("The job did not end.");
    return { started: job, ended: change.job };
  };
  return { ...test, projectId, sound, weak, lost, certify, edit, ofTask, inBackground };
}

const errorsOf = ({ certificate }: StoredCertificate) =>
  Object.entries(certificate.properties).flatMap(([property, { findings }]) =>
    findings.filter(({ severity }) => severity === "error").map((finding) => ({ property, ...finding })),
  );

describe("a certificate", () => {
  it("tells each property and the mutants as it goes on, and is stored", inTime, async () => {
    const { services, sound, certify, projectId } = await pier();
    expect(await services.certificates.ofTask({ taskId: sound })).toBeNull();
    const { events, stored } = await certify(sound, true);
    const names = events.flatMap((event) => (event.type === "property" ? [event.name] : []));
    expect(names[0]).toBe("anchored");
    expect(new Set(names).size).toBe(8);
    const mutants = events.findLast(({ type }) => type === "mutants");
    expect(mutants).toMatchObject({
      done: stored.certificate.counts.total,
      total: stored.certificate.counts.total,
    });
    expect(stored).toMatchObject({
      certificate: { instanceId: "pier_1", verdict: "certified", counts: { notRun: 0 } },
      revision: 1,
      changed: [],
    });
    expect(await services.certificates.ofTask({ taskId: sound })).toEqual(stored);
    expect(services.published).toContainEqual({ type: "certificates", projectId, taskId: sound });
  });

  it("is void once the task, its knowledge, its database or the evaluator is another", inTime, async () => {
    const { services, folder, projectId, sound, certify, edit, ofTask } = await pier();
    await certify(sound);
    await edit(sound, { ambiguousQuestion: "The ids and names of deep berths." });
    expect((await ofTask(sound)).changed).toEqual(["task"]);
    await edit(sound, { ambiguousQuestion: "The ids and names of the deep berths." });
    expect((await ofTask(sound)).changed).toEqual([]);
    const setProfile = (profile: "adk" | "conv") =>
      services.settings.setOfProject({ projectId, values: { "tasks.profile": profile } }, anna);
    await setProfile("adk");
    expect((await ofTask(sound)).changed).toEqual(["profile"]);
    await setProfile("conv");
    writeFileSync(path.join(folder, "pier.sql"), [...pierDatabase, "-- and no more"].join("\n"));
    expect((await ofTask(sound)).changed).toEqual(["database"]);
    expect((await certify(sound)).stored.changed).toEqual([]);
  });

  it("is not stored where it was cancelled, and the next one goes on from there", inTime, async () => {
    const { services, workspace, sound, certify } = await pier();
    const stop = new AbortController();
    const events = services.certificates.certify(
      { taskId: sound, full: false },
      { ...anna, signal: stop.signal },
    );
    await expect(async () => {
      for await (const event of events) if (event.type === "mutants") stop.abort(new Error("enough"));
    }).rejects.toThrow("enough");
    expect(await services.certificates.ofTask({ taskId: sound })).toBeNull();
    const kept = () => workspace.read((db) => outcomesOfTask(db, sound));
    await expect.poll(async () => Object.keys(await kept()).length, { timeout: 60_000 }).toBeGreaterThan(0);
    const found = await kept();
    await certify(sound);
    expect(await kept()).toMatchObject(found);
  });
});

describe("a person's exception", () => {
  it("changes the verdict at once and back, and covers only what was reported then", inTime, async () => {
    const { services, weak, certify, edit, ofTask } = await pier();
    const { stored } = await certify(weak);
    expect(stored.certificate.verdict).toBe("not-certified");
    const places = [
      ...new Map(
        errorsOf(stored).map((one) => [`${one.property} ${one.rule} ${JSON.stringify(one.where)}`, one]),
      ).values(),
    ];
    for (const { property, rule, where } of places)
      await services.certificates.except(
        { taskId: weak, property: property as never, rule, where, reason: "nobody looks" },
        anna,
      );
    const excepted = await ofTask(weak);
    expect(excepted.certificate.verdict).toBe("certified-with-exceptions");
    expect(excepted.certificate.properties.necessary).toMatchObject({
      holds: true,
      exceptions: expect.arrayContaining([
        expect.objectContaining({ rule: "reading-passes", reason: "nobody looks", name: "anna" }),
      ]),
    });
    const passing = places.find(({ rule }) => rule === "reading-passes");
    if (passing === undefined) throw new Error("No reading passes.");
    const { rule, where } = passing;
    const excepting = { taskId: weak, property: "necessary", rule, where, reason: "nobody looks" } as const;
    const back = await services.certificates.withdrawException(
      { ...excepting, name: null, withdrawn: true },
      anna,
    );
    expect(back.certificate.verdict).toBe("not-certified");
    await expect(
      services.certificates.withdrawException({ ...excepting, name: "anna", withdrawn: true }, anna),
    ).rejects.toThrow("exception");
    const again = await services.certificates.withdrawException(
      { ...excepting, name: "anna", withdrawn: false },
      { actor: "ben" },
    );
    expect(again.certificate).toEqual(excepted.certificate);
    await services.certificates.withdrawException({ ...excepting, name: "anna", withdrawn: true }, anna);
    await services.certificates.except(
      { taskId: weak, property: "necessary", rule, where, reason: "so be it" },
      anna,
    );
    const { task } = await services.tasks.task({ taskId: weak });
    const [first] = task.ambiguities;
    await edit(weak, {
      ambiguities: [
        {
          ...first,
          readings: [
            {
              sql: "depth <> 3",
              meaning: "not 3 m deep",
              status: "kept",
              source: "person",
              operator: null,
              reason: null,
            },
          ],
        },
      ],
    });
    const { stored: after } = await certify(weak);
    expect(after.certificate.properties.necessary.holds).toBe(false);
  });
});

describe("an ignored mutant", () => {
  it("leaves the score with its reason and name, and counts again when it is heeded", inTime, async () => {
    const { services, sound, certify, edit, ofTask } = await pier();
    const { certificate } = (await certify(sound, true)).stored;
    const killed = certificate.mutants.find(({ status }) => status === "killed") as MutantResult;
    const { phase, statement, range, operator, replacement } = killed;
    const mutant = { phase, statement, range, operator, replacement };
    const input = { taskId: sound, mutant };
    const ignored = await services.certificates.ignoreMutant({ ...input, reason: "nobody asks so" }, anna);
    expect(ignored.certificate.counts.status).toMatchObject({
      ignored: 1,
      killed: certificate.counts.status.killed - 1,
    });
    expect(ignored.certificate.mutants).toContainEqual(
      expect.objectContaining({ ...mutant, status: "ignored", reason: "anna: nobody asks so" }),
    );
    expect(ignored.certificate.properties.guarded.counts.ignored).toBe(1);
    expect((await services.certificates.heedMutant({ ...input, heeded: true })).certificate).toEqual(
      certificate,
    );
    await services.certificates.ignoreMutant({ ...input, reason: "nobody asks so" }, anna);
    await edit(sound, { goldSql: ["SELECT id, name FROM berth WHERE depth >  5"] });
    await certify(sound, true);
    expect((await ofTask(sound)).certificate.counts.status.ignored).toBe(0);
  });
});

describe("a stronger test", () => {
  it("passes on the gold, fails on the mutant that the tests let pass, and kills it", inTime, async () => {
    const { services, weak, certify, edit } = await pier();
    const { certificate } = (await certify(weak, true)).stored;
    const survivors = certificate.mutants.filter(({ survivor }) => survivor?.class === "test-too-weak");
    expect(survivors.length).toBeGreaterThan(3);
    const propose = async ({ phase, statement, range, operator, replacement }: MutantResult) => {
      const mutant = { phase, statement, range, operator, replacement };
      for await (const event of services.certificates.strongerTest({ taskId: weak, mutant }, anna))
        if (event.type === "done") return event.result;
      throw new Error("The search did not end.");
    };
    const proposed = await Promise.all(survivors.slice(0, 2).map(propose));
    expect(proposed).toEqual(
      [1, 2].map(() => ({
        script: expect.stringContaining("FROM berth WHERE id IN ("),
        isForm: true,
        failure: expect.any(String),
      })),
    );
    const [first] = proposed;
    const { task } = await services.tasks.task({ taskId: weak });
    if (first === undefined || !("script" in first)) throw new Error("No test was proposed.");
    await edit(weak, { tests: [...task.tests, first.script] });
    const after = (await certify(weak, true)).stored.certificate;
    const same = after.mutants.find(
      ({ range, replacement }) =>
        JSON.stringify([range, replacement]) ===
        JSON.stringify([survivors[0]?.range, survivors[0]?.replacement]),
    );
    expect(same?.status).toBe("killed");
    expect(after.counts.status.killed).toBeGreaterThan(certificate.counts.status.killed);
  });

  it("inserts the rows that tell a mutant from the gold, where the data has none", inTime, async () => {
    const { services, weak, certify, edit } = await pier();
    const test = [
      "def test_case(pred_sqls, sol_sqls, db_name, conn):",
      "    rows, _, _ = execute_queries(['SELECT width FROM berth ORDER BY id'], db_name, conn)",
      "    assert [row[0] for row in rows] == [20, 1, 1, 1, 12, 1]",
    ].join("\n");
    await edit(weak, {
      goldSql: ["UPDATE berth SET width = 1 WHERE depth > 5 AND width > 2"],
      tests: [test],
    });
    const { certificate } = (await certify(weak, true)).stored;
    const mutant = certificate.mutants.find(
      ({ survivor, operator }) => survivor?.class === "data-blind" && operator.startsWith("comparison"),
    );
    if (mutant === undefined) throw new Error("Nothing is data-blind.");
    const events = [];
    for await (const event of services.certificates.strongerTest({ taskId: weak, mutant }, anna))
      events.push(event);
    const last = events.at(-1);
    if (last?.type !== "done" || !("script" in last.result)) throw new Error(JSON.stringify(last));
    expect(last.result.script).toContain("# Rows that tell a wrong answer from a right one.");
    await edit(weak, { tests: [test, last.result.script] });
    const after = (await certify(weak, true)).stored.certificate;
    expect(after.properties.runs.holds).toBe(true);
    const { range, replacement } = mutant;
    expect(after.mutants).toContainEqual(expect.objectContaining({ range, replacement, status: "killed" }));
  });

  it("is told by its reason where no script of the task runs", inTime, async () => {
    const { services, sound, certify } = await pier();
    const { certificate } = (await certify(sound, true)).stored;
    const [mutant] = certificate.mutants.filter(({ status }) => status === "survived");
    if (mutant === undefined) throw new Error("Nothing survives.");
    const events = [];
    for await (const event of services.certificates.strongerTest({ taskId: sound, mutant }, anna))
      events.push(event);
    expect(events.at(-1)).toEqual({
      type: "done",
      result: { reason: expect.stringContaining("runs no script") },
    });
  });
});

describe("a change set", () => {
  it(
    "holds the rows that were run again, and kills the mutants once they are in the database",
    inTime,
    async () => {
      const { services, folder, sound, certify, edit } = await pier();
      const gold = "SELECT id, name FROM berth WHERE depth > 5 AND width > 2";
      await edit(sound, { goldSql: [gold] });
      const { certificate } = (await certify(sound, true)).stored;
      const blind = certificate.mutants.filter(({ survivor }) => survivor?.class === "data-blind");
      expect(blind.length).toBeGreaterThan(0);
      const changeSet = async (mutant: MutantResult | null) => {
        for await (const event of services.certificates.changeSet({ taskId: sound, mutant }, anna))
          if (event.type === "done") return event;
        throw new Error("It did not end.");
      };
      const one = await changeSet(blind[0] ?? null);
      expect(one).toMatchObject({ fileName: "pier_1-changes.sql", confirmed: 1, unconfirmed: 0 });
      expect(one.text).toContain(`${blind[0]?.survivor?.rows?.sql[0]};\nCOMMIT;`);
      const all = await changeSet(null);
      expect(all.confirmed).toBe(blind.length - all.unconfirmed);
      expect(all.confirmed).toBeGreaterThan(0);
      writeFileSync(path.join(folder, "pier.sql"), [...pierDatabase, all.text].join("\n"));
      const after = (await certify(sound, true)).stored.certificate;
      const nowKilled = blind.filter(({ range, replacement }) =>
        after.mutants.some(
          (one) =>
            one.status === "killed" && one.range.from === range.from && one.replacement === replacement,
        ),
      );
      expect(nowKilled.length).toBe(all.confirmed);
      const [killed] = after.mutants.filter(({ status }) => status === "killed");
      await expect(changeSet(killed ?? null)).rejects.toThrow("No rows are known");
    },
  );
});

describe("a file of exceptions", () => {
  it("brings what persons let pass, is written as it was read, and is taken back whole", inTime, async () => {
    const { services, file, projectId, weak, sound, certify, edit, ofTask } = await pier();
    const { stored } = await certify(weak);
    const gold = "UPDATE berth SET width = 1 WHERE depth > 5";
    const said = { reason: "nobody looks", name: "Ida" };
    const mutant = {
      ...{ instance_id: "pier_1", phase: 1, statement: 0, from: 39, changed: ">", operator: "comparison" },
      ...{ replacement: ">=", ...said },
    };
    const lines = [
      mutant,
      ...errorsOf(stored).map(({ property, rule, where, message }) => ({
        ...{ instance_id: "pier_M_2", property, rule, where, about: message.slice(0, 60), ...said },
      })),
    ].map((one) => JSON.stringify(one));
    const bring = (name: string, all: string[], skipUnfit = false) =>
      services.certificates.importExceptions({ projectId, path: file(name, all), skipUnfit });
    const half = [...lines, JSON.stringify({ ...mutant, reason: "" }), "{"];
    await expect(bring("half.jsonl", half)).rejects.toMatchObject({
      problems: [
        { file: "half.jsonl", row: half.length - 1, field: "reason" },
        { file: "half.jsonl", row: half.length, field: null, reason: "The line is not JSON." },
      ],
    });
    const strange = [
      ...lines,
      JSON.stringify({ ...mutant, changed: "<" }),
      JSON.stringify({ ...mutant, instance_id: "quay" }),
    ];
    await expect(bring("strange.jsonl", strange)).rejects.toMatchObject({
      problems: [
        { row: strange.length - 1, field: "changed", reason: expect.stringContaining("pier_1") },
        { row: strange.length, field: "instance_id", reason: expect.stringContaining("quay") },
      ],
    });
    await expect(services.certificates.exportExceptions({ projectId })).rejects.toThrow(
      "Nothing is let pass",
    );
    expect((await ofTask(weak)).certificate.verdict).toBe("not-certified");

    const brought = await bring("strange.jsonl", strange, true);
    expect(brought).toMatchObject({ findings: lines.length - 1, mutants: 1, known: 0, unfit: 2, tasks: 2 });
    const { certificate } = await ofTask(weak);
    expect(certificate.verdict).toBe("certified-with-exceptions");
    expect(certificate.properties.necessary.exceptions).toContainEqual(expect.objectContaining(said));
    const out = await services.certificates.exportExceptions({ projectId });
    expect(out).toMatchObject({ fileName: "tasks-exceptions.jsonl", lines: lines.length, outdated: 0 });
    expect(
      out.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(expect.arrayContaining(lines.map((line) => JSON.parse(line))));
    expect(await bring("again.jsonl", out.text.trim().split("\n"))).toMatchObject({
      ...{ findings: 0, mutants: 0, known: lines.length, tasks: 0 },
    });

    const { importId } = brought;
    await services.certificates.withdrawImport({ projectId, importId, withdrawn: true });
    expect((await ofTask(weak)).certificate.verdict).toBe("not-certified");
    await expect(services.certificates.exportExceptions({ projectId })).rejects.toThrow(
      "Nothing is let pass",
    );
    await services.certificates.withdrawImport({ projectId, importId, withdrawn: false });
    expect(await services.certificates.exportExceptions({ projectId })).toEqual(out);
    await edit(sound, { goldSql: [`${gold} OR TRUE`] });
    expect(await services.certificates.exportExceptions({ projectId })).toMatchObject({
      ...{ lines: lines.length - 1, outdated: 1 },
    });
    expect(await services.certificates.trend({ projectId })).toMatchObject([{ withExceptions: 1 }]);
  });

  it("comes with tasks, all of it or nothing of the import", inTime, async () => {
    const { services, file, importFile } = await testTasks();
    const tasks = file("tasks.jsonl", [pierTask("pier_1")]);
    const said = { reason: "nobody looks", name: "Ida" };
    const line = (about: object) => JSON.stringify({ ...about, ...said });
    const finding = { property: "necessary", rule: "reading-passes", where: { kind: "task" }, about: "x" };
    const exceptions = (...ids: string[]) =>
      file(
        "exceptions.jsonl",
        ids.map((instance_id) => line({ instance_id, ...finding })),
      );
    await expect(
      importFile(tasks, { files: { tasks, exceptions: exceptions("pier_1", "pier_9") } }),
    ).rejects.toMatchObject({ problems: [{ file: "exceptions.jsonl", row: 2, field: "instance_id" }] });
    expect(await services.projects.list(undefined, anna)).toEqual([]);
    const files = { tasks, exceptions: exceptions("pier_1") };
    const preview = { files, projectName: "tasks", databasesDir: null };
    expect(await services.tasks.previewImport(preview, anna)).toMatchObject({ exceptions: 1, problems: [] });
    const done = await importFile(tasks, { files });
    expect(done).toMatchObject({ tasks: 1, exceptions: 1 });
    const { text } = await services.certificates.exportExceptions({ projectId: done.project.id });
    expect(JSON.parse(text)).toEqual({ instance_id: "pier_1", ...finding, ...said });
  });
});

describe("the certificates of a project", () => {
  it(
    "are made in the background, where they are missing or void, and shown as a matrix",
    inTime,
    async () => {
      const { services, projectId, sound, weak, lost, edit, inBackground } = await pier();
      const { ended } = await inBackground(null);
      expect(ended).toMatchObject({ kind: "certify", state: "done", done: 3, total: 3 });
      expect(ended.message).toContain("1 task was skipped");
      const rows = await services.certificates.matrix({ projectId });
      expect(rows).toMatchObject([
        {
          taskId: sound,
          instanceId: "pier_1",
          status: "draft",
          certificate: { verdict: "certified", changed: [] },
        },
        {
          taskId: weak,
          certificate: { verdict: "not-certified", properties: { necessary: { holds: false } } },
        },
        { taskId: lost, certificate: null },
      ]);
      const madeAt = rows.map(({ certificate }) => certificate?.madeAt);
      await edit(weak, { ambiguousQuestion: "The width of the deep berths is 1 m." });
      expect((await services.certificates.matrix({ projectId }))[1]?.certificate?.changed).toEqual(["task"]);
      const { started } = await inBackground([sound, weak]);
      expect(started).toMatchObject({ done: 1, total: 2 });
      const after = await services.certificates.matrix({ projectId });
      expect(after[0]?.certificate?.madeAt).toBe(madeAt[0]);
      expect(after[1]?.certificate).toMatchObject({ changed: [] });
      expect(after[1]?.certificate?.madeAt).not.toBe(madeAt[1]);
      for (const format of ["html", "json", "mutation-testing"] as const) {
        const report = await services.certificates.report({ projectId, taskIds: [sound], format }, anna);
        expect(report.fileName).toMatch(/^tasks-certificates\./);
        expect(report.text).toContain("pier_1");
        expect(report.text).not.toContain("pier_M_2");
      }
      await expect(
        services.certificates.report({ projectId, taskIds: [lost], format: "html" }, anna),
      ).rejects.toThrow("certified");
      expect(await services.certificates.trend({ projectId })).toMatchObject([
        { certified: 1, withExceptions: 0, notCertified: 1 },
      ]);
    },
  );

  it(
    "go on with those that are missing when the program starts again, unless somebody cancelled",
    inTime,
    async () => {
      const { services, projectId, sound, weak } = await pier();
      const started = await services.certificates.certifyTasks({ projectId, taskIds: null, full: false });
      await services.change((change) => change.type === "certificates");
      await services.background.jobs.close();
      const made = async () =>
        (await services.certificates.matrix({ projectId })).filter(({ certificate }) => certificate !== null);
      expect((await made()).length).toBeLessThan(3);
      await services.background.certifying.resumeCertifying();
      await expect
        .poll(async () => (await made()).map(({ taskId }) => taskId), { timeout: 60_000 })
        .toEqual([sound, weak]);
      const again = await services.certificates.certifyTasks({ projectId, taskIds: null, full: true });
      expect(again.id).not.toBe(started.id);
      await services.jobs.cancel({ jobId: again.id });
      const before = (await services.jobs.list()).length;
      await services.background.certifying.resumeCertifying();
      expect((await services.jobs.list()).length).toBe(before);
    },
  );
});
