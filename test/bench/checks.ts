// All checks of each task of the pack on PGlite, warm, and when their first finding would be told. Prints one JSON object.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { checkTask } from "../../electron/checks/check-task.ts";
import { createTaskRunner } from "../../electron/evaluation/phases.ts";
import { installPack } from "../../tasks/river-watch/seed.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";

const root = path.join(import.meta.dirname, "../..");

/** What checking costs, in milliseconds; both phases of a task, under the evaluator conv. */
export interface CheckFigures {
  tasks: number;
  perTask: { median: number; worst: number; worstTask: string };
  findings: number;
}

/** Measures all checks of each task of the pack: the best of some rounds after a first one that warms. */
export async function measureChecks(rounds = 2): Promise<CheckFigures> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-bench-"));
  const engine = openEmbeddedEngine("pglite", folder, { ownTemplates: true });
  const tests = await openTestScripts(folder);
  try {
    const runner = createTaskRunner({ engine, tests });
    const source = { kind: "sql-file", path: path.join(installPack(folder), "river_watch.sql") } as const;
    const state = await engine.open(await engine.prepare("river_watch", source, {}));
    const text = readFileSync(path.join(root, "tasks/river-watch/tasks.jsonl"), "utf8");
    const tasks = readTaskFile(text, "tasks.jsonl").tasks.map(({ task }) => task);
    const best = new Map<string, number>();
    let findings = 0;
    for (let round = 0; round <= rounds; round += 1)
      for (const task of tasks) {
        const startedAt = performance.now();
        const tester = { compile: tests.compile, runner };
        const found = await checkTask(task, { state, profile: "conv", tester });
        if (round === 0) findings += found.length;
        else record(best, task.instanceId, performance.now() - startedAt);
      }
    await state.close();
    return { tasks: tasks.length, perTask: figuresOf(best), findings };
  } finally {
    await tests.close();
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function record(best: Map<string, number>, id: string, milliseconds: number): void {
  best.set(id, Math.min(best.get(id) ?? Number.POSITIVE_INFINITY, milliseconds));
}

function figuresOf(best: ReadonlyMap<string, number>): CheckFigures["perTask"] {
  const sorted = [...best].sort(([, one], [, other]) => one - other);
  const [worstTask, worst] = sorted.at(-1) ?? ["", Number.NaN];
  return { median: sorted[Math.floor(sorted.length / 2)]?.[1] ?? Number.NaN, worst, worstTask };
}

if (import.meta.main) console.log(JSON.stringify(await measureChecks(), null, 2));
