import { describe, expect, it } from "vitest";
import {
  evaluateTasks,
  type TaskEvaluation,
  type TaskToEvaluate,
} from "../../electron/evaluation/evaluate-tasks.ts";
import { createTaskRunner, goldAnswer } from "../../electron/evaluation/phases.ts";
import { harbourRunner } from "../tasks/harbour-runner.ts";
import { queryTask } from "../tasks/harbour-tasks.ts";

/** Most of what a batch does is the same on every engine: it is tried on the one that opens states soonest. */
const onSqlite = harbourRunner("sqlite");
const onPglite = harbourRunner("pglite");
/** Databases in the order in which their templates were asked for. */
let asked: string[] = [];

const options = (signal?: AbortSignal) => {
  asked = [];
  return {
    runner: onSqlite.runner,
    profile: "conv" as const,
    whose: "predicted" as const,
    concurrency: 2,
    signal,
    async template(database: string) {
      asked.push(database);
      if (database === "lost") throw new Error("There is no database lost.");
      return onSqlite.template;
    },
  };
};

/** Tasks with answers; every third answer is wrong. */
function batch(count: number, databases = ["harbour"]): TaskToEvaluate[] {
  return Array.from({ length: count }, (_, at) => {
    const database = databases[at % databases.length] as string;
    const task = queryTask("SELECT name FROM ship", { instanceId: `t_${at}`, database });
    const answer = at % 3 === 2 ? { phase1: ["SELECT 1"], phase2: null } : goldAnswer(task);
    return { task, answer };
  });
}

async function collect(items: TaskToEvaluate[], signal?: AbortSignal) {
  const found: TaskEvaluation<TaskToEvaluate>[] = [];
  for await (const one of evaluateTasks(items, options(signal))) found.push(one);
  return found;
}

describe("evaluating tasks in a batch", () => {
  it("evaluates every task once, on each lane's own state", async () => {
    const found = await collect(batch(12));
    const verdicts = found.map(({ item, run }) => [item.task.instanceId, run?.phases[0]?.passed]);
    expect(new Map(verdicts as [string, boolean][])).toEqual(
      new Map(Array.from({ length: 12 }, (_, at) => [`t_${at}`, at % 3 !== 2])),
    );
  });

  it("keeps tasks of one database together, so that each lane opens it once", async () => {
    const found = await collect(batch(12, ["harbour", "second", "third"]));
    expect(found).toHaveLength(12);
    expect(asked).toEqual(asked.toSorted());
    expect(asked.length).toBeLessThanOrEqual(6);
  });

  it("says of tasks without a database why they did not run, and runs the others", async () => {
    const found = await collect(batch(6, ["harbour", "lost"]));
    const lost = found.filter(({ item }) => item.task.database === "lost");
    expect(lost.map(({ run, error }) => [run, error])).toEqual(
      Array(3).fill([null, "There is no database lost."]),
    );
    expect(found.filter(({ run }) => run !== null)).toHaveLength(3);
  });

  it("ends with the reason when it is cancelled, and its states are closed by then", async () => {
    const abort = new AbortController();
    const endless = batch(4).map((item) => ({
      ...item,
      answer: {
        phase1: ["WITH RECURSIVE n AS (SELECT 1 AS x UNION ALL SELECT x FROM n) SELECT count(*) FROM n"],
        phase2: null,
      },
    }));
    const quick = batch(1);
    const run = (async () => {
      for await (const _ of evaluateTasks([...quick, ...endless], options(abort.signal)))
        abort.abort(new Error("enough"));
    })();
    await expect(run).rejects.toThrow("enough");
    expect((await collect(quick)).map(({ run }) => run?.phases[0]?.passed)).toEqual([true]);
  });

  it("stops what is under way when its reader leaves", async () => {
    let first: string | undefined;
    for await (const { item } of evaluateTasks(batch(40), options())) {
      first = item.task.instanceId;
      break;
    }
    expect(first).toMatch(/^t_/);
    expect(await collect(batch(2))).toHaveLength(2);
  });

  it("goes on after answers that loop, allocate, or end their engine", async () => {
    const statement = { timeMs: 1_000, rows: 10_000, cellBytes: 2 ** 20, memoryBytes: 2 ** 28 };
    const limits = { statement, test: { timeMs: 5_000, memoryBytes: 2 ** 28 } };
    const hostile = [
      "DO $$ BEGIN LOOP END LOOP; END $$",
      "SELECT repeat('x', 1000000000)",
      "WITH RECURSIVE n AS (SELECT 1 AS x UNION ALL SELECT x FROM n) SELECT count(*) FROM n",
      "COPY ship TO PROGRAM 'true'",
      "COMMIT; DROP TABLE ship; SELECT 1/0",
    ];
    const items = batch(10).map((item, at) =>
      at % 2 === 0 ? { ...item, answer: { phase1: [hostile[at / 2] as string], phase2: null } } : item,
    );
    const limited = createTaskRunner({ ...onPglite, limits });
    const there = { ...options(), runner: limited, template: async () => onPglite.template };
    const verdicts = new Map<string, boolean | undefined>();
    for await (const { item, run } of evaluateTasks(items, there))
      verdicts.set(item.task.instanceId, run?.phases[0]?.passed);
    expect([...verdicts].sort()).toEqual(
      items.map(({ task }, at) => [task.instanceId, at % 2 === 1 && at % 3 !== 2]).sort(),
    );
  });

  it("gives nothing for nothing", async () => {
    expect(await collect([])).toEqual([]);
  });
});
