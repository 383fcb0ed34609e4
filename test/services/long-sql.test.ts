import { describe, expect, it, onTestFinished } from "vitest";
import { EngineFault, type StatementResult } from "../../electron/engines/engine.ts";
import {
  defaultTestAsShipped,
  type SoftMatchCall,
  softMatchFixed,
} from "../../electron/evaluation/soft-match.ts";
import { softExOfItem } from "../../electron/queries/soft-ex-of-item.ts";
import { contextOf, partsOf, simulatorAnswer } from "../../electron/services/dialogue-views.ts";
import {
  computations,
  computeAtOnce,
  readDialogue,
  softMatchingBy,
} from "../../electron/sql-analysis/computations.ts";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import type { DialogueTurn } from "../../shared/domain/dialogue.ts";
import { queryResult } from "../engines/statement-result.ts";
import { limits, makeSingers, startRunner } from "../queries/support.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testTasks } from "../support/test-tasks.ts";
import { pierDatabase, pierTask } from "../tasks/pier-tasks.ts";

const anna = { actor: "anna" };
const gold = (length: number) =>
  `SELECT count(*) FROM berth WHERE depth > 5 AND depth NOT IN (${"0, ".repeat(length / 3)}0)`;
const patience = { timeout: 180_000 };

function analysisOf(options?: { timeMs: number }) {
  const analysis = openSqlAnalysis(options);
  onTestFinished(() => analysis.close());
  return analysis;
}

/** A task with so long a gold on a small SQLite database; `timeMs` is when threads are given up. */
async function withGold(sql: string, timeMs?: number) {
  const analysis = analysisOf(timeMs === undefined ? undefined : { timeMs });
  const test = await testTasks({ analysis });
  test.file("pier.sql", pierDatabase);
  const rows = [pierTask("pier_1", { sol_sql: [sql] })];
  const { project } = await test.importFile(test.file("tasks.jsonl", rows), { databasesDir: test.folder });
  const values = { "tasks.engine": "sqlite" } as const;
  await test.services.settings.setOfProject({ projectId: project.id, values }, anna);
  const sort = { by: "file", descending: false } as const;
  const [taskId = 0] = await test.services.tasks.ids({ projectId: project.id, filter: {}, sort });
  return { ...test, analysis, taskId, projectId: project.id };
}

async function reasonsOf({ services, taskId }: Awaited<ReturnType<typeof withGold>>) {
  await Array.fromAsync(services.certificates.certify({ taskId, full: false }, anna));
  const stored = await services.certificates.ofTask({ taskId });
  return Object.values(stored?.certificate.properties ?? {}).map(({ reason }) => reason);
}

describe("a task whose SQL is longer than 32,000 characters", () => {
  it("runs, and is said to be too long for checks, readings and a certificate", patience, async () => {
    const test = await withGold(gold(33_000));
    const { services, taskId } = test;
    const input = { taskId, profile: "conv" as const, checks: true };
    const events = await Array.fromAsync(services.taskRuns.run(input, anna));
    const done = events.find((event) => event.type === "done");
    expect(done?.run?.phases[0]).toMatchObject({ passed: true });
    const found = events.flatMap((event) => (event.type === "finding" ? [event.finding] : []));
    expect(found).toMatchObject([
      { rule: "sql-too-long", message: expect.stringContaining("no more than 32000 are taken apart") },
    ]);
    const readings = services.taskRuns.readings({ taskId, ambiguity: 0, profile: "conv" }, anna);
    await expect(Array.fromAsync(readings)).rejects.toMatchObject({
      data: { problems: [{ reason: expect.stringContaining("no more than 32000") }] },
    });
    const reasons = await reasonsOf(test);
    expect(reasons).toHaveLength(8);
    for (const reason of reasons) expect(reason).toContain("no more than 32000 are taken apart");
  });
});

describe("SQL that takes long to take apart", () => {
  it("is taken apart for a certificate in a thread, under its deadline", patience, async () => {
    const reasons = await reasonsOf(await withGold(gold(700), 1));
    expect(reasons).toHaveLength(8);
    for (const reason of reasons) expect(reason).toContain("more than 1 ms");
  });

  it(
    "is rewritten for soft exact match in a thread; given up it is no match, and no thread is no verdict",
    patience,
    async () => {
      const sql = [`SELECT DISTINCT ROUND(1.25, 1) ${"-- no\n".repeat(8_000)}`];
      const by = ({ compute }: ReturnType<typeof openSqlAnalysis>) => softMatchingBy(compute);
      const [apart, atOnce] = [by(analysisOf()), softMatchingBy(computeAtOnce)];
      for (const how of ["asShipped", "removeComments", "removeDistinct", "removeRound"] as const)
        expect(await apart.rewrite(how, sql)).toEqual(await atOnce.rewrite(how, sql));

      const call: SoftMatchCall = {
        ...{ predicted: sql, gold: ["SELECT 1"] },
        ...{ dialect: "sqlite", profile: "conv" },
        conditions: { decimals: null, distinct: false, order: false },
      };
      const never = () => Promise.reject(new Error("nothing runs"));
      // Longer than any machine is through with in a millisecond.
      const longer = { ...call, predicted: [`SELECT 1 ${"-- no\n".repeat(800_000)}`] };
      const { verdict } = await defaultTestAsShipped(never, by(analysisOf({ timeMs: 1 })), longer);
      expect(verdict).toMatchObject({ equal: false, reason: expect.stringContaining("too long") });
      const lost = () => Promise.reject(new Error("no thread started"));
      await expect(defaultTestAsShipped(never, { rewrite: lost, match: lost }, call)).rejects.toBeInstanceOf(
        EngineFault,
      );
    },
  );

  it(
    "gives large results, which are compared in a thread; given up they are no match, and no thread is no verdict",
    patience,
    async () => {
      const lists = Array.from({ length: 400 }, (_, at) => [`t{${"1,".repeat(500)}${at}}`]);
      const columns = [{ name: "a", declaredType: "integer[]" }];
      const large = (rows: string[][]) => ({ ...queryResult(["integer[]"], rows), columns });
      const [result, other] = [large(lists), large([...lists.slice(1), ["t{7}"]])];
      const conditions = { decimals: null, distinct: false, order: false };
      const [apart, atOnce] = [softMatchingBy(analysisOf().compute), softMatchingBy(computeAtOnce)];
      for (const how of ["shipped", "fixed"] as const)
        for (const gold of [result, other]) {
          const results = { how, predicted: result, gold, conditions };
          expect(await apart.match(results)).toEqual(await atOnce.match(results));
        }

      const side = (last: StatementResult) => ({
        run: { statements: [], ends: [], last, failed: null },
        hash: null,
      });
      const { match: hasty } = softMatchingBy(analysisOf({ timeMs: 1 }).compute);
      const same = (match: typeof hasty) => softMatchFixed(side(result), side(result), { conditions, match });
      expect(await same(apart.match)).toEqual({ equal: true, reason: null });
      expect(await same(hasty)).toEqual({
        equal: false,
        reason: "The results are too large to be compared.",
      });
      await expect(same(() => Promise.reject(new Error("no thread started")))).rejects.toBeInstanceOf(
        EngineFault,
      );
    },
  );

  it("is rewritten for a metric in a thread; given up there is none", patience, async () => {
    const folder = temporaryFolder();
    const database = makeSingers(folder);
    const { runner } = startRunner(folder);
    onTestFinished(() => runner.close());
    const [short, long] = ["SELECT name FROM singer", `SELECT name FROM singer ${"-- no\n".repeat(20_000)}`];
    const of = (predictedSql: string, timeMs?: number) =>
      softExOfItem(
        runner,
        { database, predictedSql, goldSql: short, dialect: "sqlite" },
        {
          ...{ limits: limits(), priority: "batch" },
          matching: softMatchingBy(analysisOf(timeMs === undefined ? undefined : { timeMs }).compute),
        },
      );
    expect(await of(long)).toEqual({ shipped: true, fixed: true });
    expect(await of(long, 1)).toEqual({ shipped: null, fixed: null });
    expect(await of(short, 1)).toEqual({ shipped: true, fixed: true });
  });

  it("is read for a view of its dialogue in a thread, with the same answers", patience, async () => {
    const { workspace, services, analysis, taskId, projectId } = await withGold(gold(9_000));
    const { task } = await services.tasks.task({ taskId });
    const parts = await partsOf(workspace, { projectId, engine: "sqlite" }, task, null);
    const turns: DialogueTurn[] = [
      {
        ...{
          turn: 1,
          phase: 1,
          action: { kind: "submit", sql: [gold(30)] },
          refused: false,
          observation: "",
        },
        ...{ answer: null, passed: false, cost: 0, budgetBefore: 9, budgetAfter: 9, reward: 0 },
      },
    ];
    const { atOnce } = computations.readDialogue;
    const read = await analysis.compute("readDialogue", { parts, turns }, atOnce + 1);
    expect(read).toEqual(readDialogue(contextOf(parts), turns));
    const call = { parts, phase: 1, question: "What does deep mean?", earlier: [] } as const;
    const own = computations.simulatorAnswer.of(call);
    expect(await simulatorAnswer(analysis, call)).toEqual(own);
    await expect(simulatorAnswer(analysisOf({ timeMs: 1 }), call)).rejects.toThrow("more than 1 ms");
  });
});
