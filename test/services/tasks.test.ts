import { randomUUID } from "node:crypto";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { TaskFilter, TaskSort } from "../../shared/contract/task-list.ts";
import { makeTasks } from "../bench/make-tasks.ts";
import { quicklyFixed } from "../checks/quickly-fixed.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };
const fileOrder: TaskSort = { by: "file", descending: false };
const packDir = path.join(import.meta.dirname, "../../tasks/river-watch");

/** The pack's tasks with their knowledge, linted. */
async function linted() {
  const test = await testTasks();
  const databases = path.join(packDir, "databases");
  const { project } = await test.importFile(path.join(packDir, "tasks.jsonl"), {
    files: { tasks: "", knowledge: [databases], columnMeanings: [databases] },
  });
  const projectId = project.id;
  await test.services.background.taskJobs.close();
  return { ...test, project, projectId };
}

async function oneTask() {
  const test = await testTasks();
  const { project } = await test.importFile(test.file("one.jsonl", [taskRow("harbour_1")]));
  const ask = { projectId: project.id, filter: {}, sort: fileOrder };
  const [taskId = 0] = await test.services.tasks.ids(ask);
  const { task } = await test.services.tasks.task({ taskId });
  const save = (question: string, baseRevision: number, by = anna, saveId: string = randomUUID()) =>
    test.services.tasks.save(
      { taskId, baseRevision, saveId, task: { ...task, ambiguousQuestion: question } },
      by,
    );
  const questionNow = async () => (await test.services.tasks.task({ taskId })).task.ambiguousQuestion;
  return { ...test, projectId: project.id, taskId, task, save, questionNow };
}

describe("the list of tasks", () => {
  it("holds the tasks that pass the filter, in the order asked", async () => {
    const { services, projectId } = await linted();
    const ids = (filter: TaskFilter, sort = fileOrder) => services.tasks.ids({ projectId, filter, sort });
    const idsOf = async (filter: TaskFilter, sort = fileOrder) => {
      const rows = await services.tasks.rows({ projectId, taskIds: await ids(filter, sort) });
      return rows.map(({ instanceId }) => instanceId);
    };
    const all = await idsOf({});
    expect(all).toHaveLength(13);
    expect(await idsOf({}, { by: "id", descending: true })).toEqual(all.toSorted().reverse());
    const managing = await idsOf({ category: "Management" });
    expect(managing.length).toBeGreaterThanOrEqual(4);
    expect(managing.every((id) => id.includes("_M_"))).toBe(true);
    expect(await idsOf({ database: "river_watch" })).toEqual(all);
    expect(await idsOf({ text: "WATCH_list" })).toContain("river_watch_M_1");
    expect(await idsOf({ text: "no such words" })).toEqual([]);
    expect(await idsOf({ lastRun: "none" })).toEqual(all);
    expect(await idsOf({ lastRun: "passed" })).toEqual([]);
    const { ambiguityTypes, followUpTypes, databases } = await services.tasks.facets({ projectId });
    expect(databases).toEqual([{ value: "river_watch", tasks: 13 }]);
    for (const { value, tasks } of ambiguityTypes)
      expect(await ids({ ambiguityType: value })).toHaveLength(tasks);
    for (const { value, tasks } of followUpTypes)
      expect(await ids({ followUpType: value })).toHaveLength(tasks);
  });

  it("counts findings by severity, filters by them and sorts by them", async () => {
    const { services, file, importFile } = await testTasks();
    const { project } = await importFile(
      file("tasks.jsonl", [
        taskRow("harbour_1"),
        taskRow("harbour_2", { test_cases: ["x = 1"], amb_user_query: "What now?" }),
        taskRow("harbour_3", { amb_user_query: "What now?" }),
      ]),
    );
    const projectId = project.id;
    const ids = (filter: TaskFilter, sort = fileOrder) => services.tasks.ids({ projectId, filter, sort });
    const [first = 0, second = 0, third = 0] = await ids({});
    expect(await ids({ findings: "error" })).toEqual([second]);
    expect(await ids({ findings: "warning" })).toEqual([second, third]);
    expect(await ids({ findings: "none" })).toEqual([first]);
    expect(await ids({ rule: "term-not-in-question" })).toEqual([second, third]);
    expect(await ids({}, { by: "findings", descending: true })).toEqual([second, third, first]);
    expect(await services.tasks.counts({ projectId })).toMatchObject({ total: 3, withErrors: 1, run: 0 });
    const [row] = await services.tasks.rows({ projectId, taskIds: [second] });
    expect(row).toMatchObject({ instanceId: "harbour_2", isClear: false, ambiguities: 1, hasFollowUp: true });
    expect(row?.findings.error).toBe(1);
  });
});

describe("a task", () => {
  it("comes whole: model, source letter by letter, findings, what its database has", async () => {
    const { services, projectId } = await linted();
    const [taskId = 0] = await services.tasks.ids({ projectId, filter: {}, sort: fileOrder });
    const view = await services.tasks.task({ taskId });
    expect(view).toMatchObject({ projectId, index: 0, revision: { revision: 1, savedBy: "anna" } });
    expect(JSON.parse(view.source?.text ?? "")).toMatchObject({ instance_id: view.task.instanceId });
    const knowledge = await services.tasks.knowledge({ projectId, database: "river_watch" });
    expect(knowledge.nodes.length).toBeGreaterThanOrEqual(40);
    expect(knowledge.columnMeanings.length).toBeGreaterThan(40);
    expect(knowledge.findings).toEqual([]);
    expect(knowledge.schema).toBeNull();
  });

  it("that is not there is said to be missing", async () => {
    const { services } = await testTasks();
    await expect(services.tasks.task({ taskId: 7 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("gets its lint in the background after the import, with the knowledge of its database (SPEC H4)", async () => {
    const { services, importFile, file } = await testTasks();
    const knowledge = file("harbour_kb.jsonl", [
      '{"id": 1, "knowledge": "Named", "description": "", "definition": "has a name", "type": "domain_knowledge", "children_knowledge": -1}',
    ]);
    const told = services.change(({ type }) => type === "task-findings");
    const { project } = await importFile(
      file("tasks.jsonl", [
        taskRow("harbour_1", { external_knowledge: [8], sol_sql: ["SELECT FROM WHERE"] }),
      ]),
      { files: { tasks: "", knowledge: [knowledge] } },
    );
    expect(await told).toMatchObject({ projectId: project.id });
    const [taskId = 0] = await services.tasks.ids({ projectId: project.id, filter: {}, sort: fileOrder });
    const { findings } = await services.tasks.task({ taskId });
    const found = findings.map(({ origin, finding, isCurrent }) => [origin, finding.rule, isCurrent]);
    expect(found).toContainEqual(["lint", "gold-not-parsed", true]);
    expect(found).toContainEqual(["lint", "knowledge-id-unknown", true]);
  });
});

describe("an edit of a task", () => {
  it("is a new revision, kept with all before it (SPEC H1)", async () => {
    const { services, taskId, save, questionNow } = await oneTask();
    expect(await save("Which ships?", 1)).toMatchObject({ revision: 2, baseRevision: 1, savedBy: "anna" });
    expect(await save("What ships?", 2, bert)).toMatchObject({ revision: 3, savedBy: "bert" });
    expect(await questionNow()).toBe("What ships?");
    const history = await services.tasks.history({ taskId });
    expect(history.map(({ action, revision }) => [action, revision])).toEqual([
      ["save", 3],
      ["save", 2],
      ["import", 1],
    ]);
    const first = await services.tasks.revision({ taskId, revision: 1 });
    expect(first.task.ambiguousQuestion).toBe("How many ships are there?");
  });

  it("on an earlier revision is a conflict that shows the latest one; repeated with its save id it is one save (SPEC H2)", async () => {
    const { save, questionNow, services, taskId } = await oneTask();
    const saveId = randomUUID();
    const saved = await save("Which ships?", 1, anna, saveId);
    expect(await save("Which ships?", 1, anna, saveId)).toEqual(saved);
    await expect(save("Mine?", 1, bert)).rejects.toMatchObject({
      code: "TASK_CONFLICT",
      data: { current: { revision: 2, task: { ambiguousQuestion: "Which ships?" } } },
    });
    expect(await questionNow()).toBe("Which ships?");
    expect(await services.tasks.history({ taskId })).toHaveLength(2);
  });

  it("makes the findings anew: those of reading with the save, those of lint behind it (SPEC H4)", async () => {
    const { services, taskId, save } = await oneTask();
    const rules = async () =>
      (await services.tasks.task({ taskId })).findings
        .filter(({ isCurrent }) => isCurrent)
        .map(({ finding }) => finding.rule);
    expect(await rules()).not.toContain("term-not-in-question");
    await save("Which boats?", 1);
    expect(await rules()).toContain("term-not-in-question");
  });
});

describe("an instance id that another task of the project has", () => {
  it("is a finding of both, and of neither once one got another (SPEC T9)", async () => {
    const { services, file, importFile } = await testTasks();
    const { project } = await importFile(file("two.jsonl", [taskRow("harbour_1"), taskRow("harbour_2")]));
    const ids = await services.tasks.ids({ projectId: project.id, filter: {}, sort: fileOrder });
    const [taskId = 0] = ids;
    const saying = async () => {
      const views = await Promise.all(ids.map((one) => services.tasks.task({ taskId: one })));
      return views.filter(({ findings }) =>
        findings.some(({ finding }) => finding.rule === "instance-id-repeated"),
      ).length;
    };
    const rename = async (instanceId: string) => {
      const { task, revision } = await services.tasks.task({ taskId });
      const renamed = { ...task, instanceId };
      const saveId = randomUUID();
      await services.tasks.save({ taskId, baseRevision: revision.revision, saveId, task: renamed }, anna);
    };
    expect(await saying()).toBe(0);
    await rename("harbour_2");
    await vi.waitFor(async () => expect(await saying()).toBe(2), { timeout: 20_000 });
    const { task, findings } = await services.tasks.task({ taskId });
    const repeated = findings.find(({ finding }) => finding.rule === "instance-id-repeated");
    const fixed = quicklyFixed(task, repeated?.finding);
    expect(fixed.instanceId).toBe("harbour_3");
    await rename(fixed.instanceId);
    await vi.waitFor(async () => expect(await saying()).toBe(0), { timeout: 20_000 });
  });
});

describe("many tasks", () => {
  it("are linted as a job that windows hear of", async () => {
    const { services, file, importFile } = await testTasks();
    const done = services.change(
      (change) => change.type === "job" && change.job.kind === "lint" && change.job.state === "done",
    );
    const { project } = await importFile(file("many.jsonl", makeTasks(60).tasks));
    expect(await done).toMatchObject({ job: { projectId: project.id, done: 60, total: 60 } });
    const again = await services.background.taskJobs.startAll({
      projectId: project.id,
      what: "lint",
      profile: "conv",
      again: true,
    });
    expect(again).toMatchObject({ state: "running", done: 0, total: 60 });
    expect(await services.jobs.cancel({ jobId: again.id })).toMatchObject({ state: "cancelled" });
  });
});
