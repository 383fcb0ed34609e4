import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Criterion } from "../../shared/domain/cross-check.ts";
import type { Task } from "../../shared/domain/task.ts";
import { plainSql } from "../support/plain-sql.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };
const cleo = { actor: "cleo" };

/** A submitted task that anna wrote, with what people do to it. */
async function submittedTask() {
  const test = await testTasks();
  const { project } = await test.importFile(test.file("tasks.jsonl", [taskRow("harbour_1")]));
  const { tasks, crossChecks } = test.services;
  const projectId = project.id;
  const [taskId = 0] = await tasks.ids({ projectId, filter: {}, sort: { by: "file", descending: false } });
  const save = async (change: Partial<Task>, who = anna) => {
    const { task, revision } = await tasks.task({ taskId });
    const edited = { ...task, ...change };
    await tasks.save({ taskId, baseRevision: revision.revision, saveId: randomUUID(), task: edited }, who);
  };
  const submit = () => tasks.setStatus({ projectId, taskIds: [taskId], status: "in-check" }, anna);
  const judge = (criterion: Criterion, accepted: boolean | null, reason = "", who = bert) =>
    crossChecks.judge({ taskId, judgements: [{ criterion, accepted, reason }] }, who);
  const acceptAll = (who = bert) =>
    crossChecks.judge(
      {
        taskId,
        judgements: Criterion.options.map((criterion) => ({ criterion, accepted: true, reason: "" })),
      },
      who,
    );
  const ofTask = (who = bert) => crossChecks.ofTask({ taskId }, who);
  const send = async (who = bert) =>
    crossChecks.send({ taskId, revision: (await ofTask(who)).revision }, who);
  await save({ clearQuestion: "Which ships are large?" });
  await submit();
  return { ...test, tasks, crossChecks, projectId, taskId, save, submit, judge, acceptAll, ofTask, send };
}

type Checks = Awaited<ReturnType<Awaited<ReturnType<typeof submittedTask>>["ofTask"]>>;
const states = ({ criteria }: Checks) => criteria.map(({ state }) => state);

describe("a cross-check", () => {
  it("is not for the person who saved the newest revision, and says who can (SPEC CC2)", async () => {
    const { judge, ofTask, save } = await submittedTask();
    expect(await ofTask(anna)).toMatchObject({ author: "anna", whyNot: "own" });
    await expect(judge("gold", true, "", anna)).rejects.toThrow(/anna saved the newest revision/);
    expect((await judge("gold", true)).whyNot).toBeNull();
    await save({ difficultyTier: "simple" }, bert);
    await expect(judge("tests", true)).rejects.toThrow(/somebody else has to check it/);
    expect((await ofTask(anna)).whyNot).toBeNull();
  });

  it("waits until the task is submitted, and whoever imported it did not write it (SPEC CC2)", async () => {
    const { services, importFile, file } = await testTasks();
    const { project } = await importFile(file("tasks.jsonl", [taskRow("harbour_1")]));
    const projectId = project.id;
    const [row] = await services.crossChecks.list({ projectId }, anna);
    expect(row).toMatchObject({ stage: "being-written", author: null, isMine: false });
    const taskId = row?.taskId ?? 0;
    const asked = { taskId, judgements: [{ criterion: "gold" as const, accepted: true, reason: "" }] };
    await expect(services.crossChecks.judge(asked, anna)).rejects.toThrow(/is not submitted/);
    await services.tasks.setStatus({ projectId, taskIds: [taskId], status: "in-check" }, anna);
    expect((await services.crossChecks.judge(asked, anna)).criteria[1]).toMatchObject({ state: "given" });
  });

  it("judges five criteria, and wants a reason for every rejection (SPEC CC1, CC3)", async () => {
    const { judge, ofTask } = await submittedTask();
    await expect(judge("ambiguities", false)).rejects.toThrow(/Say why you reject "Ambiguities"/);
    expect(states(await ofTask())).toEqual(["open", "open", "open", "open", "open"]);
    expect((await judge("ambiguities", false, "nobody doubts that")).criteria[2]).toMatchObject({
      state: "given",
      judgement: { accepted: false, reason: "nobody doubts that", by: "bert", revision: 2 },
    });
  });

  it("is its checker's alone until it is sent (SPEC CC4)", async () => {
    const { judge, acceptAll, send, ofTask, crossChecks, projectId } = await submittedTask();
    await judge("gold", false, "too slow");
    expect(states(await ofTask(cleo))).toEqual(["open", "open", "open", "open", "open"]);
    await acceptAll(cleo);
    expect((await ofTask()).criteria[1]?.judgement).toMatchObject({ by: "bert", reason: "too slow" });
    expect((await crossChecks.list({ projectId }, anna))[0]).toMatchObject({ last: null, stage: "to-check" });
    await send(cleo);
    expect((await crossChecks.list({ projectId }, anna))[0]).toMatchObject({
      last: { by: "cleo" },
      stage: "checked",
    });
  });

  it("is opened again where the task changes under it, and only there (SPEC CC4)", async () => {
    const { acceptAll, save, send, ofTask, crossChecks, taskId } = await submittedTask();
    await acceptAll();
    await save({ goldSql: ["SELECT name FROM ship"] });
    const after = await ofTask();
    expect(states(after)).toEqual(["given", "open", "open", "open", "given"]);
    expect(after.criteria[1]?.changed).toEqual(["goldSql"]);
    await expect(crossChecks.send({ taskId, revision: 2 }, bert)).rejects.toThrow(/saved while you checked/);
    await expect(send()).rejects.toThrow("Open: Gold SQL, Ambiguities, Tests and follow-up.");
  });

  it("sends a task back, carries over what was accepted and not changed, and accepts it in the end (SPEC CC5, CC6, CC7)", async () => {
    const { acceptAll, judge, save, submit, send, ofTask, tasks, taskId } = await submittedTask();
    await acceptAll();
    await judge("questions", false, '"large" is not a question');
    expect(await send()).toMatchObject({ stage: "sent-back", status: "rejected", whyNot: "not-submitted" });
    const { task } = await tasks.task({ taskId });
    await save({ goldSql: ["SELECT 1"], ambiguousQuestion: "Which ships?" });
    await save({ goldSql: task.goldSql });
    await submit();
    const again = await ofTask();
    expect(states(again)).toEqual(["open", "carried", "open", "carried", "open"]);
    expect(again.criteria[0]).toMatchObject({
      changed: ["ambiguousQuestion"],
      judgement: { accepted: false },
    });
    expect(again.criteria[1]?.judgement).toMatchObject({ accepted: true, by: "bert", revision: 2 });
    await judge("questions", true);
    await judge("ambiguities", true, "", cleo);
    await expect(send()).rejects.toThrow("Open: Ambiguities, Ethics and safety.");
    await judge("ambiguities", true);
    await judge("safety", true);
    const done = await send();
    expect(done).toMatchObject({ stage: "checked", status: "accepted", canTakeBack: true });
    expect(
      done.checks.map(({ revision, judgements }) => [revision, judgements.map((one) => one.revision)]),
    ).toEqual([
      [4, [4, 2, 4, 2, 4]],
      [2, [2, 2, 2, 2, 2]],
    ]);
  });

  it("counts acceptance over the first check of each task, and over the last (SPEC CC9)", async () => {
    const { acceptAll, judge, submit, send, crossChecks, projectId } = await submittedTask();
    await acceptAll();
    await judge("tests", false, "a constant passes");
    await send();
    await submit();
    await judge("tests", true);
    await send();
    const { first, last } = await crossChecks.acceptance({ projectId });
    expect(first.map(({ accepted, of }) => [accepted, of])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 1],
      [1, 1],
    ]);
    expect(last.every(({ accepted, of }) => accepted === 1 && of === 1)).toBe(true);
  });

  it("judges anew what was rejected, also where nothing changed (SPEC CC6)", async () => {
    const { acceptAll, judge, submit, send, ofTask } = await submittedTask();
    await acceptAll();
    await judge("tests", false, "a constant passes");
    await send();
    await submit();
    expect(states(await ofTask())).toEqual(["carried", "carried", "carried", "open", "carried"]);
  });

  it("is taken back by its sender until somebody acts on it (SPEC CC7)", async () => {
    const { acceptAll, judge, send, save, ofTask, crossChecks, tasks, taskId } = await submittedTask();
    await acceptAll();
    await judge("gold", false, "wrong table");
    await send();
    await expect(crossChecks.takeBack({ taskId }, cleo)).rejects.toThrow(/cannot be taken back/);
    const back = await crossChecks.takeBack({ taskId }, bert);
    expect(back).toMatchObject({ status: "in-check", checks: [] });
    expect(back.criteria[1]).toMatchObject({ state: "given", judgement: { reason: "wrong table" } });
    await send();
    await save({ goldSql: ["SELECT 2"] });
    await expect(crossChecks.takeBack({ taskId }, bert)).rejects.toThrow(/somebody has acted on it/);
    expect((await ofTask()).checks).toHaveLength(1);
    expect((await tasks.statusHistory({ taskId })).map(({ status }) => status)).toEqual([
      "rejected",
      "in-check",
      "rejected",
      "in-check",
    ]);
  });

  it("says where each task is between author and checker (SPEC CC8)", async () => {
    const { crossChecks, tasks, projectId, taskId, acceptAll, send } = await submittedTask();
    const stage = async () => (await crossChecks.list({ projectId }, bert))[0]?.stage;
    const put = (status: "accepted" | "in-check") =>
      tasks.setStatus({ projectId, taskIds: [taskId], status }, anna);
    expect(await stage()).toBe("to-check");
    await put("accepted");
    expect(await stage()).toBe("accepted-unchecked");
    await put("in-check");
    await acceptAll();
    await send();
    expect(await stage()).toBe("checked");
  });

  it("can be neither changed nor erased (SPEC CC4)", async () => {
    const { workspace, judge } = await submittedTask();
    await judge("gold", true);
    for (const sql of ["UPDATE cross_check_event SET actor = 'zoe'", "DELETE FROM cross_check_event"])
      await expect(workspace.write((db) => db.run(plainSql(sql)))).rejects.toThrow("append-only");
  });
});
