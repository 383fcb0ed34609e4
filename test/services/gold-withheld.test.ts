import { describe, expect, it } from "vitest";
import { Criterion } from "../../shared/domain/cross-check.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testTasks } from "../support/test-tasks.ts";
import { contractInputs } from "./contract-inputs.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };
const long = { timeout: 120_000 };

/** Stands in the clear question, gold, tests and snippets of the task, and in what somebody said of it. */
const mark = "zq_gold";

/** A submitted task whose solution is marked, that was sent back before, and about which a system has talked. */
async function triedTask() {
  const test = await testTasks();
  test.file("harbour.sql", [
    "CREATE TABLE ship (id integer PRIMARY KEY, name text);",
    "INSERT INTO ship VALUES (1, 'Astrid'), (2, 'Brage'), (3, NULL), (4, 'Astrid');",
  ]);
  const snippet = `count(name) AS ${mark}`;
  const row = taskRow("harbour_1", {
    query: `How many ships have a name (${mark})?`,
    sol_sql: [`SELECT ${snippet} FROM ship`],
    user_query_ambiguity: {
      critical_ambiguity: [
        { term: "ships", sql_snippet: snippet, is_mask: false, type: "semantic_ambiguity" },
      ],
      non_critical_ambiguity: [],
    },
    follow_up: {
      ...{
        query: `And in all (${mark})?`,
        sol_sql: [`SELECT count(*) AS ${mark} FROM ship`],
        external_knowledge: [],
      },
      ...{ type: "aggregation", test_cases: [], category: "Query" },
      conditions: { decimal: -1, distinct: false, order: false },
    },
  });
  const { project } = await test.importFile(test.file("tasks.jsonl", [row]), { databasesDir: test.folder });
  const { services } = test;
  const { crossChecks, tasks, dialogues } = services;
  const projectId = project.id;
  // Its databases open in a fifth of the time.
  await services.settings.setOfProject({ projectId, values: { "tasks.engine": "sqlite" } }, anna);
  const [taskId = 0] = await tasks.ids({ projectId, filter: {}, sort: { by: "file", descending: false } });
  const submit = () => tasks.setStatus({ projectId, taskIds: [taskId], status: "in-check" }, anna);
  const ended = () => services.change((change) => change.type === "job" && change.job.state !== "running");
  await submit();
  const judgements = Criterion.options.map((criterion) => ({
    ...{ criterion, accepted: criterion !== "gold", reason: criterion === "gold" ? `Not ${mark}!` : "" },
  }));
  await crossChecks.judge({ taskId, judgements }, bert);
  await crossChecks.send({ taskId, revision: 1 }, bert);
  await submit();
  const played = ended();
  const { runId } = await dialogues.start(
    {
      settings: { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 },
      ...{ sweep: [], graft: null, modelSystems: [], modelSimulator: null, personAsUser: false },
      ...{ systems: ["asks-everything"], trials: 1, seed: 0, projectId, taskIds: [taskId] },
    },
    anna,
  );
  await played;
  const [head] = await dialogues.heads({ runId });
  const attempt = async () => (await crossChecks.ofTask({ taskId }, bert)).attempt;
  const tryIt = async () => {
    const prepared = ended();
    await crossChecks.tryBlind({ taskId }, bert);
    await prepared;
    return attempt();
  };
  return { ...test, projectId, taskId, runId, dialogueId: head?.dialogueId ?? 0, attempt, tryIt };
}

type Calls = Record<string, Record<string, (input: unknown, context: unknown) => unknown>>;

/** Everything that a call answers, as text; what it throws is its answer, too. */
async function answered(services: object, path: string, input: unknown, context: unknown): Promise<string> {
  const [area = "", name = ""] = path.split(".");
  try {
    const answer = await (services as Calls)[area]?.[name]?.(input, context);
    if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer))
      return text(answer);
    const events: unknown[] = [];
    for await (const event of answer as AsyncIterable<unknown>) events.push(event);
    return text(events);
  } catch (error) {
    return `${error} ${text((error as { data?: unknown }).data)}`;
  }
}

const text = (value: unknown): string => JSON.stringify(value) ?? "";

/** What changes or ends things, after everything else. */
const changing =
  /\.(set|remove|delete|rename|import|takeBack|giveUp|act|allow|withdraw|cancel|stop|create|save)/i;

/** What ends the attempt: from then on the gold is there to be seen. */
const ending = /^(crossChecks\.giveUp|dialogues\.(act|remove)|settings\.setOfPerson)$/;
/** What takes the task away, last of all. */
const destroying = /\.(delete|remove)/;

describe("whoever tries to solve a task without its gold", () => {
  it(
    "is answered it by no procedure of the contract until the attempt has ended (SPEC CC10)",
    long,
    async () => {
      const { services, projectId, taskId, runId, dialogueId, attempt, tryIt } = await triedTask();
      const started = await tryIt();
      expect(started).toMatchObject({ isOpen: true, isWaiting: true, problem: null, turns: 0 });
      const own = started?.dialogueId;
      const known = {
        projectId,
        taskId,
        runId,
        taskIds: [taskId],
        itemId: 1,
        turn: 1,
        revision: 1,
        path: `${temporaryFolder()}/out`,
      };
      const inputsWith = (id: number | null | undefined) =>
        contractInputs({ ...known, dialogueId: id }).filter(({ path }) => path !== "changes.watch");
      const ofOwn = inputsWith(own).filter(({ inputs }) => JSON.stringify(inputs).includes("dialogueId"));
      const walk = [...inputsWith(dialogueId), ...ofOwn];
      expect(walk.filter(({ inputs }) => inputs.length === 0).map(({ path }) => path)).toEqual([]);
      const leaks = async (context: object, paths: (path: string) => boolean) => {
        const leaking = new Set<string>();
        for (const { path, inputs } of walk.filter((one) => paths(one.path)))
          for (const input of inputs)
            if ((await answered(services, path, input, context)).includes(mark)) leaking.add(path);
        return [...leaking].sort();
      };
      // The walk finds what there is to find: the author is answered the gold.
      const telling = [
        ...["crossChecks.list", "crossChecks.ofTask", "dialogues.exportToText", "dialogues.view"],
        ...["tasks.exportToText", "tasks.revision", "tasks.task"],
      ];
      expect(await leaks(anna, (path) => telling.includes(path))).toEqual(telling);
      const waits = (path: string) => changing.test(path) && !ending.test(path);
      expect(await leaks(bert, (path) => !changing.test(path))).toEqual([]);
      expect((await attempt())?.isOpen).toBe(true);
      expect(await leaks(bert, (path) => waits(path) && !destroying.test(path))).toEqual([]);
      expect((await attempt())?.isOpen).toBe(true);
      expect(await leaks(bert, (path) => waits(path) && destroying.test(path))).toEqual([]);
    },
  );

  it(
    "talks with the user as a system does, and how it ended stands beside the check (SPEC CC10)",
    long,
    async () => {
      const { services, taskId, attempt, tryIt } = await triedTask();
      const { crossChecks, dialogues, tasks } = services;
      const { dialogueId = 0 } = (await tryIt()) ?? {};
      const view = async () => dialogues.view({ dialogueId: dialogueId ?? 0 }, bert);
      await expect(crossChecks.tryBlind({ taskId }, bert)).rejects.toThrow(/are solving this task already/);
      await expect(tasks.task({ taskId }, bert)).rejects.toThrow(/gold of a task that you try to solve/);
      expect((await tasks.task({ taskId }, anna)).task.goldSql).toHaveLength(1);
      expect((await view()).task).toMatchObject({
        ambiguousQuestion: "How many ships are there?",
        goldSql: [],
      });
      const act = (action: Parameters<typeof dialogues.act>[0]["action"]) =>
        dialogues.act({ dialogueId: dialogueId ?? 0, action }, bert);
      await act({ kind: "ask", question: "Which ships do you mean by ships?" });
      expect((await view()).dialogue?.turns).toHaveLength(1);
      await act({ kind: "submit", sql: ["SELECT count(name) FROM ship"] });
      await act({ kind: "submit", sql: ["SELECT count(*) FROM ship"] });
      expect(await attempt()).toMatchObject({
        isOpen: false,
        end: "solved",
        phase1Passed: true,
        phase2Passed: true,
      });
      expect((await tasks.task({ taskId }, bert)).task.goldSql).toHaveLength(1);
      expect((await view()).task.goldSql).toHaveLength(1);
      expect((await crossChecks.ofTask({ taskId }, anna)).attempt).toBeNull();
    },
  );

  it("sees the gold after giving up, and what was reached until then", long, async () => {
    const { services, taskId, tryIt } = await triedTask();
    await tryIt();
    const after = await services.crossChecks.giveUp({ taskId }, bert);
    expect(after.attempt).toMatchObject({ isOpen: false, end: "system-stopped", phase1Passed: false });
    expect(after.checks).toHaveLength(1);
    expect((await services.tasks.task({ taskId }, bert)).task.goldSql).toHaveLength(1);
  });

  it("tries only what is theirs to check", async () => {
    const { importFile, file, services } = await testTasks();
    const { project } = await importFile(file("tasks.jsonl", [taskRow("harbour_1")]));
    const [row] = await services.crossChecks.list({ projectId: project.id }, bert);
    await expect(services.crossChecks.tryBlind({ taskId: row?.taskId ?? 0 }, bert)).rejects.toThrow(
      /not yours to check/,
    );
  });
});
