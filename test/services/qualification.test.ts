import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RunPlan } from "../../shared/contract/dialogues.ts";
import { Criterion } from "../../shared/domain/cross-check.ts";
import { exerciseState } from "../../shared/domain/qualification.ts";
import type { Task } from "../../shared/domain/task.ts";
import { testTasks } from "../support/test-tasks.ts";
import { pierDatabase, pierTask } from "../tasks/pier-tasks.ts";

const [anna, bert, carla] = [{ actor: "anna" }, { actor: "bert" }, { actor: "carla" }];

const plan: RunPlan = {
  settings: { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 },
  ...{ sweep: [], graft: null, modelSystems: [], modelSimulator: null, personAsUser: false },
  ...{ systems: ["asks-nothing"], trials: 1, seed: 1 },
};

/** A project with two interactive tasks on a small SQLite database, both in the qualification set. */
async function setUp() {
  const test = await testTasks();
  test.file("pier.sql", pierDatabase);
  const file = test.file("tasks.jsonl", [pierTask("pier_1"), pierTask("pier_2")]);
  const { project } = await test.importFile(file, { databasesDir: test.folder });
  const { tasks, qualification, settings } = test.services;
  const projectId = project.id;
  await settings.setOfProject({ projectId, values: { "tasks.engine": "sqlite" } }, anna);
  const ids = async () =>
    tasks.ids({ projectId, filter: {}, sort: { by: "file", descending: false } as const });
  const set = await ids();
  await qualification.choose({ projectId, taskIds: set, chosen: true });
  const edit = async (taskId: number, change: Partial<Task>, who: typeof anna) => {
    const { task, revision } = await tasks.task({ taskId });
    const asked = {
      taskId,
      baseRevision: revision.revision,
      saveId: randomUUID(),
      task: { ...task, ...change },
    };
    await tasks.save(asked, who);
  };
  const submit = (taskIds: number[], who: typeof anna) =>
    tasks.setStatus({ projectId, taskIds, status: "in-check" }, who);
  const check = async (taskId: number, accepted: boolean, who: typeof anna) => {
    const judgements = Criterion.options.map((criterion) => ({
      criterion,
      accepted,
      reason: "as the set has it",
    }));
    const { revision } = await test.services.crossChecks.judge({ taskId, judgements }, who);
    await test.services.crossChecks.send({ taskId, revision }, who);
  };
  return { ...test, ...test.services, projectId, set, ids, edit, submit, check };
}

describe("the qualification of annotators", () => {
  it("gives everybody a copy of each task of the set once, the clear task alone, as theirs", async () => {
    const { qualification, projectId, set, ids, tasks } = await setUp();
    expect(await qualification.own({ projectId }, bert)).toMatchObject({
      ...{ exercises: 0, needed: 2, passed: null, score: { total: 2, judged: 0, right: 0 } },
    });
    expect(await qualification.begin({ projectId }, bert)).toEqual({ tasks: 2 });
    expect(await qualification.begin({ projectId }, bert)).toEqual({ tasks: 0 });
    expect(await qualification.begin({ projectId }, carla)).toEqual({ tasks: 2 });
    // The project has as many tasks as before: the copies are the annotators' own.
    expect((await tasks.counts({ projectId })).total).toBe((await ids()).length - 4);
    const [theirs = 0] = (await ids()).filter((id) => !set.includes(id));
    const { task, assignee, status } = await tasks.task({ taskId: theirs });
    const { task: of } = await tasks.task({ taskId: set[0] ?? 0 });
    expect(task).toMatchObject({
      clearQuestion: of.clearQuestion,
      goldSql: of.goldSql,
      instanceId: "pier_3",
    });
    expect(task).toMatchObject({ ambiguities: [], ambiguousQuestion: null, followUp: null, tests: [] });
    expect([assignee, status]).toEqual(["bert", "draft"]);
    const rows = await tasks.rows({ projectId, taskIds: [set[0] ?? 0, theirs] });
    expect(rows.map(({ isExercise }) => isExercise)).toEqual([false, true]);
    // An exercise is nobody else's set.
    await qualification.choose({ projectId, taskIds: [theirs], chosen: true });
    expect((await qualification.tasks({ projectId })).map(({ taskId }) => taskId)).toEqual(set);
  });

  it("makes no copy a task that the project has: none is exported, counted, certified or played but by itself", async () => {
    const { qualification, projects, tasks, certificates, dialogues, projectId, set, ids } = await setUp();
    await qualification.begin({ projectId }, bert);
    const [theirs = 0] = (await ids()).filter((id) => !set.includes(id));
    expect(await projects.list()).toMatchObject([{ taskCount: 2 }]);
    const { text } = await tasks.exportToText({ projectId, format: "bird-interact" }, anna);
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).instance_id),
    ).toEqual(["pier_1", "pier_2"]);
    expect((await tasks.statistics({ projectId, filter: {} })).tasks).toBe(2);
    expect((await certificates.matrix({ projectId })).map(({ taskId }) => taskId)).toEqual(set);
    const played = async (taskIds: number[] | null) => {
      const { runId } = await dialogues.start({ ...plan, projectId, taskIds }, anna);
      return (await dialogues.runs({ projectId })).find((run) => run.runId === runId)?.tasks;
    };
    expect(await played(null)).toBe(2);
    expect(await played([theirs])).toBe(1);
  });

  it("is passed once so many of the submitted exercises hold: by their certificate, or by a second person", async () => {
    const { qualification, certificates, settings, projectId, set, ids, tasks, edit, submit, check } =
      await setUp();
    await qualification.begin({ projectId }, bert);
    const [first = 0, second = 0] = (await ids()).filter((id) => !set.includes(id));
    const own = () => qualification.own({ projectId }, bert);
    const { task: solved } = await tasks.task({ taskId: set[0] ?? 0 });
    const { ambiguousQuestion, ambiguities, followUp, tests } = solved;
    await edit(first, { ambiguousQuestion, ambiguities, followUp, tests }, bert);
    for await (const _ of certificates.certify({ taskId: first, full: false }, bert));
    // It holds, but is not submitted.
    expect((await own()).score).toEqual({ total: 2, judged: 0, right: 0 });
    await submit([first, second], bert);
    expect(await own()).toMatchObject({ score: { judged: 2, right: 1 }, needed: 2, passed: false });
    await check(second, false, anna);
    expect(await own()).toMatchObject({ score: { judged: 1, right: 1 }, passed: null });
    await submit([second], bert);
    await check(second, true, anna);
    expect(await own()).toMatchObject({ score: { judged: 2, right: 2 }, passed: true });
    // An edit after the certificate has to be certified anew.
    await edit(first, { clearQuestion: "How many berths are deep?" }, bert);
    expect(await own()).toMatchObject({ score: { judged: 2, right: 1 }, passed: false });
    await settings.setOfProject({ projectId, values: { "tasks.passMark": 50 } }, anna);
    expect(await qualification.people({ projectId })).toMatchObject([
      { person: "bert", exercises: 2, needed: 1, passed: true },
    ]);
  });

  it("lets nobody pass by a status alone", () => {
    expect(exerciseState({ status: "accepted", isCertified: false, isAccepted: false })).toBe("submitted");
    expect(exerciseState({ status: "in-check", isCertified: false, isAccepted: true })).toBe("submitted");
    expect(exerciseState({ status: "rejected", isCertified: true, isAccepted: false })).toBe("open");
  });
});
