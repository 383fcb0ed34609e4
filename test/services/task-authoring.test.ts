import { randomUUID } from "node:crypto";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Parts } from "../../electron/compose.ts";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import { migrate, migrations } from "../../electron/store/migrations.ts";
import { wantedTaskJobs } from "../../electron/store/task-jobs.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import type { TaskFilter, TaskSort } from "../../shared/contract/task-list.ts";
import type { TaskStart } from "../../shared/contract/tasks.ts";
import type { Task } from "../../shared/domain/task.ts";
import type { TaskStatus } from "../../shared/domain/task-status.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testServices } from "../support/test-services.ts";
import { testTasks } from "../support/test-tasks.ts";
import { harbourTask } from "../tasks/harbour-loads-task.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };

/** A project with the tasks harbour_1 … harbour_3 and the management task harbour_M_1. */
async function fourTasks(own: Partial<Parts> = {}) {
  const test = await testTasks(own);
  const management = taskRow("harbour_M_1", { category: "Management" });
  const rows = ["harbour_1", "harbour_2", "harbour_3"].map((id) => taskRow(id));
  const { project } = await test.importFile(test.file("tasks.jsonl", [...rows, management]));
  const projectId = project.id;
  const { tasks } = test.services;
  const ids = (filter: TaskFilter = {}, by: TaskSort["by"] = "file") =>
    tasks.ids({ projectId, filter, sort: { by, descending: false } });
  const taskIds = await ids();
  const create = (start: TaskStart, saveId: string = randomUUID()) =>
    tasks.create({ projectId, saveId, start }, anna);
  const viewOf = (taskId: number) => tasks.task({ taskId });
  return { ...test, tasks, projectId, ids, taskIds, first: taskIds[0] ?? 0, create, viewOf };
}

describe("where tasks stand", () => {
  it("starts in draft with nobody, and is put elsewhere for many at once, each with an event (SPEC H10)", async () => {
    const { tasks, services, projectId, taskIds, first, viewOf } = await fourTasks();
    expect(await viewOf(first)).toMatchObject({ status: "draft", assignee: null });
    const told = services.published.length;
    const all = { projectId, taskIds };
    expect(await tasks.setStatus({ ...all, assignee: "bert" }, anna)).toEqual({ tasks: 4 });
    expect(await tasks.setStatus({ ...all, taskIds: [first], status: "in-check" }, bert)).toEqual({
      tasks: 1,
    });
    expect(await viewOf(first)).toMatchObject({
      status: "in-check",
      assignee: "bert",
      revision: { revision: 1 },
    });
    expect(await tasks.statusHistory({ taskId: first })).toMatchObject([
      { status: "in-check", assignee: "bert", by: "bert" },
      { status: "draft", assignee: "bert", by: "anna" },
    ]);
    expect(services.published.slice(told)).toEqual([
      { type: "tasks", projectId, taskId: null },
      { type: "tasks", projectId, taskId: first },
    ]);
  });

  it("is no event where a task stands there already, and no matter of another project (SPEC H10)", async () => {
    const { tasks, services, workspace, projectId, first } = await fourTasks();
    // The lint that the import began speaks of itself.
    await expect.poll(() => workspace.read(wantedTaskJobs)).toEqual([]);
    await expect.poll(() => services.jobs.list(undefined, anna)).toEqual([]);
    const told = services.published.length;
    const one = { taskIds: [first], status: "draft" as const };
    expect(await tasks.setStatus({ ...one, projectId }, anna)).toEqual({ tasks: 0 });
    expect(await tasks.setStatus({ ...one, status: "accepted", projectId: projectId + 1 }, anna)).toEqual({
      tasks: 0,
    });
    expect(await tasks.statusHistory({ taskId: first })).toEqual([]);
    expect(services.published.slice(told)).toEqual([]);
  });

  it("is submitted again after an edit of an accepted task, and accepted again once it is what was accepted (SPEC H12)", async () => {
    const { tasks, projectId, first, viewOf } = await fourTasks();
    await tasks.setStatus({ projectId, taskIds: [first], status: "accepted", assignee: "zoe" }, anna);
    const { task: accepted } = await viewOf(first);
    const save = async (task: Task) => {
      const baseRevision = (await viewOf(first)).revision.revision;
      return tasks.save({ taskId: first, baseRevision, saveId: randomUUID(), task }, bert);
    };
    expect(await save(accepted)).toMatchObject({ revision: 2, status: "accepted" });
    expect(await save({ ...accepted, clearQuestion: "Other" })).toMatchObject({ status: "in-check" });
    expect(await save({ ...accepted, clearQuestion: "Others" })).toMatchObject({ status: "in-check" });
    await tasks.setStatus({ projectId, taskIds: [first], assignee: "bert" }, anna);
    expect(await save(accepted)).toMatchObject({ revision: 5, status: "accepted" });
    expect(await save({ ...accepted, clearQuestion: "Others" })).toMatchObject({ revision: 6 });
    expect(await viewOf(first)).toMatchObject({ status: "in-check", assignee: "bert" });
    expect(await tasks.statusHistory({ taskId: first })).toMatchObject([
      { status: "in-check", by: "bert", revision: 6 },
      { status: "accepted", by: "bert", revision: 5 },
      { status: "in-check", assignee: "bert", by: "anna", revision: null },
      { status: "in-check", assignee: "zoe", by: "bert", revision: 3 },
      { status: "accepted", by: "anna", revision: null },
    ]);
  });

  it("stays where somebody put it after the edit of an accepted task (SPEC H12)", async () => {
    const { tasks, projectId, first, viewOf } = await fourTasks();
    const put = (status: TaskStatus) => tasks.setStatus({ projectId, taskIds: [first], status }, anna);
    const { task: accepted } = await viewOf(first);
    const save = async (task: Task) => {
      const baseRevision = (await viewOf(first)).revision.revision;
      return tasks.save({ taskId: first, baseRevision, saveId: randomUUID(), task }, bert);
    };
    await put("accepted");
    await save({ ...accepted, clearQuestion: "Other" });
    await put("rejected");
    await put("in-check");
    expect(await save(accepted)).toMatchObject({ status: "in-check" });
  });

  it("filters and sorts the list, and is what the filters offer", async () => {
    const { tasks, projectId, ids, taskIds } = await fourTasks();
    const [a = 0, b = 0, c = 0, d = 0] = taskIds;
    await tasks.setStatus({ projectId, taskIds: [a], status: "rejected", assignee: "zoe" }, anna);
    await tasks.setStatus({ projectId, taskIds: [c], status: "in-check", assignee: "bert" }, anna);
    expect(await ids({ status: "in-check" })).toEqual([c]);
    expect(await ids({ assignee: "zoe" })).toEqual([a]);
    expect(await ids({ assignee: "" })).toEqual([b, d]);
    expect(await ids({}, "status")).toEqual([b, d, c, a]);
    expect(await ids({}, "assignee")).toEqual([c, a, b, d]);
    const { statuses, assignees } = await tasks.facets({ projectId });
    expect(statuses).toEqual([
      { value: "draft", tasks: 2 },
      { value: "in-check", tasks: 1 },
      { value: "rejected", tasks: 1 },
    ]);
    expect(assignees).toEqual([
      { value: "bert", tasks: 1 },
      { value: "zoe", tasks: 1 },
    ]);
    const [row] = await tasks.rows({ projectId, taskIds: [a] });
    expect(row).toMatchObject({ status: "rejected", assignee: "zoe" });
  });
});

describe("a new task", () => {
  it("begins blank under the next free id of its database (SPEC H9)", async () => {
    const { create, viewOf, ids } = await fourTasks();
    const { taskId } = await create({ kind: "blank", database: "harbour" });
    expect(await viewOf(taskId)).toMatchObject({
      status: "draft",
      source: null,
      revision: { revision: 1, savedBy: "anna" },
      task: { instanceId: "harbour_4", database: "harbour", goldSql: [], ambiguities: [] },
    });
    expect(await ids()).toContain(taskId);
  });

  it("is one task however often it is asked for with one save id (SPEC H9)", async () => {
    const { create, ids } = await fourTasks();
    const saveId = randomUUID();
    const made = await create({ kind: "blank", database: "harbour" }, saveId);
    expect(await create({ kind: "blank", database: "harbour" }, saveId)).toEqual(made);
    expect(await ids()).toHaveLength(5);
  });

  it("is a copy of another one with its source, but not its status (SPEC H9)", async () => {
    const { tasks, create, viewOf, taskIds, projectId } = await fourTasks();
    const origin = taskIds[3] ?? 0;
    await tasks.setStatus({ projectId, taskIds: [origin], status: "accepted" }, anna);
    const { taskId } = await create({ kind: "task", taskId: origin });
    const [before, copy] = [await viewOf(origin), await viewOf(taskId)];
    expect(copy).toMatchObject({ status: "draft", source: before.source });
    expect(copy.task).toEqual({ ...before.task, instanceId: "harbour_M_2" });
  });

  it("begins as a template, which goes by its name", async () => {
    const { tasks, create, viewOf, first, projectId } = await fourTasks();
    await tasks.saveAsTemplate({ taskId: first, name: "counting" }, anna);
    const { task } = await viewOf(first);
    const clearQuestion = "How many of them?";
    const changed = { ...task, clearQuestion };
    await tasks.save({ taskId: first, baseRevision: 1, saveId: randomUUID(), task: changed }, anna);
    await tasks.saveAsTemplate({ taskId: first, name: "counting" }, bert);
    const templates = await tasks.templates({ projectId });
    expect(templates).toMatchObject([{ name: "counting", database: "harbour", madeBy: "bert" }]);
    const templateId = templates[0]?.templateId ?? 0;
    const { taskId } = await create({ kind: "template", templateId });
    expect((await viewOf(taskId)).task).toEqual({ ...changed, instanceId: "harbour_4" });
    await tasks.removeTemplate({ templateId });
    expect(await tasks.templates({ projectId })).toEqual([]);
    await expect(create({ kind: "template", templateId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(tasks.removeTemplate({ templateId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("begins as a clear task's text, under the text's id where that is free (SPEC H9)", async () => {
    const { create, viewOf } = await fourTasks();
    const clear = (id: string) =>
      JSON.stringify({
        instance_id: id,
        selected_database: "harbour",
        query: "How many ships?",
        sol_sql: ["SELECT 1"],
      });
    const free = await viewOf((await create({ kind: "text", text: clear("harbour_77") })).taskId);
    expect(free).toMatchObject({
      source: { form: "livesqlbench" },
      task: { instanceId: "harbour_77", clearQuestion: "How many ships?", ambiguousQuestion: null },
    });
    const taken = await viewOf((await create({ kind: "text", text: clear("harbour_2") })).taskId);
    expect(taken.task.instanceId).toBe("harbour_78");
  });

  it("is refused where reading its text takes too long (SPEC H9)", async () => {
    const hasty = openSqlAnalysis({ timeMs: 1 });
    onTestFinished(() => hasty.close());
    const { create, ids } = await fourTasks({ analysis: hasty });
    const text = JSON.stringify({ instance_id: "harbour_77", query: "How many? ".repeat(100_000) });
    const problems = [{ file: "the text", reason: expect.stringContaining("it took more than 1 ms") }];
    await expect(create({ kind: "text", text })).rejects.toMatchObject({ problems });
    expect(await ids()).toHaveLength(4);
  });

  it.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["two tasks", `${taskRow("a_1")}\n${taskRow("a_2")}`],
    ["no task", "[1]"],
  ])("is refused where its text holds %s, and leaves nothing", async (_what, text) => {
    const { create, ids } = await fourTasks();
    await expect(create({ kind: "text", text })).rejects.toMatchObject({ code: "BAD_INPUT" });
    expect(await ids()).toHaveLength(4);
  });
});

describe("the history of a task", () => {
  it("says of each change what it changed (SPEC H11)", async () => {
    const { tasks, first, viewOf } = await fourTasks();
    const { task } = await viewOf(first);
    const save = (baseRevision: number, change: object) =>
      tasks.save({ taskId: first, baseRevision, saveId: randomUUID(), task: { ...task, ...change } }, anna);
    await save(1, { clearQuestion: "A?", difficultyTier: "Hard" });
    await save(2, {});
    const history = await tasks.history({ taskId: first });
    expect(history.map(({ action, parts }) => [action, parts])).toEqual([
      ["save", ["clearQuestion", "difficultyTier"]],
      ["save", ["clearQuestion", "difficultyTier"]],
      ["import", []],
    ]);
  });

  it("says it of changes from before it was kept, too (SPEC H11)", async () => {
    const file = path.join(temporaryFolder(), "w.querent");
    const old = new Database(file);
    migrate(old, file, migrations.slice(0, 2));
    old.exec(`INSERT INTO project (id, name, databases_dir, created_at) VALUES (1, 'p', '', '2026-01-01')`);
    old.exec(`INSERT INTO task (id, project_id, idx, revision, instance_id, database, is_clear, question, ambiguities,
      ambiguity_types, has_follow_up) VALUES (1, 1, 0, 2, 'harbour_4', 'harbour', 0, '', 3, '[]', 1)`);
    const event =
      old.prepare(`INSERT INTO task_event (task_id, actor, at, action, revision, base_revision, task)
      VALUES (1, 'anna', '2026-01-01', ?, ?, ?, ?)`);
    event.run("import", 1, 0, JSON.stringify(harbourTask));
    event.run("save", 2, 1, JSON.stringify({ ...harbourTask, goldSql: ["SELECT 1"] }));
    old.close();
    const workspace = openWorkspace(file);
    const { tasks } = testServices(workspace);
    const history = await tasks.history({ taskId: 1 });
    expect(history.map(({ parts }) => parts)).toEqual([["goldSql"], []]);
    expect(await tasks.task({ taskId: 1 })).toMatchObject({ status: "draft", assignee: null });
    await workspace.close();
  });
});
