import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { readTaskPredictions } from "#shared/formats/task-predictions.ts";
import type { TemplateRef } from "../../electron/engines/engine.ts";
import { evaluateTasks, type TaskToEvaluate } from "../../electron/evaluation/evaluate-tasks.ts";
import { createTaskRunner, type TaskRunner } from "../../electron/evaluation/phases.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createTestRunner } from "../../electron/python/create-test-runner.ts";
import { sourcePython } from "../../electron/python/source-python.ts";
import { installPack } from "../../tasks/river-watch/seed.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { makeTasks } from "./make-tasks.ts";

/** Figures of tasks on PGlite; times in milliseconds, memory in megabytes. */
export interface TaskFigures {
  /** Reset, gold, and the default test as shipped and fixed, of each query of the pack, warm: sorted. */
  queryMs: number[];
  batch: {
    tasks: number;
    milliseconds: number;
    passed: number;
    concurrency: number;
    /** Share of the concurrency' time in which they ran a task. */
    laneUse: number;
    /** Memory of this process and its children when a sixth was done, and the most until the end. */
    earlyMegabytes: number;
    mostMegabytes: number;
  };
}

const concurrency = Math.max(1, os.availableParallelism());

/** Measures the pack's queries one by one, then a batch of made tasks. */
export async function measureTasks(count = 600, rounds = 5): Promise<TaskFigures> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-bench-"));
  const engine = openEmbeddedEngine("pglite", folder, { spare: 0, ownTemplates: true });
  const tests = createTestRunner({
    start: forkProcess,
    ...sourcePython,
    cacheDir: path.join(folder, "python"),
    warm: concurrency,
  });
  try {
    const runner = createTaskRunner({ engine, tests });
    const source = { kind: "sql-file", path: path.join(installPack(folder), "river_watch.sql") } as const;
    const template = await engine.prepare("river_watch", source, {});
    return {
      queryMs: await measureQueries(runner, template, rounds),
      batch: await measureBatch(runner, template, madeTasks(count)),
    };
  } finally {
    await engine.close();
    await tests.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureQueries(runner: TaskRunner, template: TemplateRef, rounds: number): Promise<number[]> {
  const session = await runner.open(template);
  const queries = madeTasks(13).filter(({ task }) => task.category === "Query");
  const times: number[] = [];
  // The first round warms caches and plans.
  for (let round = 0; round <= rounds; round += 1)
    for (const { task } of queries) {
      const answer = { phase1: task.goldSql, phase2: null };
      const { elapsedMs } = await session.run({ task, profile: "conv", answer, whose: "gold" });
      if (round > 0) times.push(elapsedMs);
    }
  await session.close();
  return times.sort((one, other) => one - other);
}

function madeTasks(count: number): TaskToEvaluate[] {
  const { tasks, predictions } = makeTasks(count);
  const answers = new Map(
    readTaskPredictions(predictions.join("\n"), "made").predictions.map((one) => [one.instanceId, one]),
  );
  return readTaskFile(tasks.join("\n"), "made").tasks.map(({ task }) => {
    const { phase1 = null, phase2 = null } = answers.get(task.instanceId) ?? {};
    return { task, answer: { phase1, phase2 } };
  });
}

async function measureBatch(runner: TaskRunner, template: TemplateRef, items: TaskToEvaluate[]) {
  // Warm, as in the middle of a long batch.
  await timeOf(runner, template, items.slice(0, 26));
  const whole = await timeOf(runner, template, items);
  return {
    tasks: items.length,
    milliseconds: whole.milliseconds,
    passed: whole.passed,
    concurrency,
    laneUse: whole.taskMs / (concurrency * whole.milliseconds),
    earlyMegabytes: whole.megabytes[Math.floor(whole.megabytes.length / 6)] ?? Number.NaN,
    mostMegabytes: Math.max(...whole.megabytes),
  };
}

async function timeOf(
  runner: TaskRunner,
  template: TemplateRef,
  items: TaskToEvaluate[],
): Promise<{ milliseconds: number; taskMs: number; passed: number; megabytes: number[] }> {
  const startedAt = performance.now();
  const megabytes: number[] = [];
  let passed = 0;
  let taskMs = 0;
  let done = 0;
  const options = { runner, profile: "conv", whose: "predicted", concurrency } as const;
  for await (const { run, error } of evaluateTasks(items, { ...options, template: async () => template })) {
    if (run === null) throw new Error(`A task could not be run: ${error}`);
    passed += run.phases.filter((phase) => phase.passed).length;
    taskMs += run.elapsedMs;
    done += 1;
    if (done % 20 === 0) megabytes.push(residentMegabytes());
  }
  return { milliseconds: performance.now() - startedAt, taskMs, passed, megabytes };
}

/** Resident memory of this process and its children. */
function residentMegabytes(): number {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" }).trim().split("\n");
  const own = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, parent]) => pid === process.pid || parent === process.pid);
  return own.reduce((sum, [, , kilobytes = 0]) => sum + kilobytes / 1024, 0);
}

if (import.meta.main) {
  const { queryMs, batch } = await measureTasks(Number(process.argv[2] ?? 600));
  const at = (share: number) => queryMs[Math.floor((queryMs.length - 1) * share)]?.toFixed(1);
  console.table({ "query task, p50": `${at(0.5)} ms`, p95: `${at(0.95)} ms` });
  console.table(batch);
}
