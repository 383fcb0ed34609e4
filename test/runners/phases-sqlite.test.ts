import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Task } from "#shared/domain/task.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { TaskEngine, TemplateRef } from "../../electron/engines/task-engine.ts";
import { forkProcess } from "../../electron/runners/fork-process.ts";
import { createTaskRunner, goldAnswer, type TaskRunner } from "../../electron/runners/phases.ts";
import type { TestRunner } from "../../electron/runners/python/test-runner.ts";
import { createProcessTaskEngine } from "../../electron/runners/task-states.ts";
import { followUp, harbourDump, managementTask, queryTask, script } from "../support/harbour-tasks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openTestScripts } from "../support/test-scripts.ts";

const root = path.join(import.meta.dirname, "../..");
const folder = temporaryFolder();
let engine: TaskEngine;
let tests: TestRunner;
let template: TemplateRef;
let runner: TaskRunner;
beforeAll(async () => {
  engine = createProcessTaskEngine({
    kind: "sqlite",
    start: forkProcess,
    entry: path.join(root, "electron/runners/task-process.ts"),
    cacheDir: path.join(folder, "templates"),
    codeFolders: [root],
    temporaryDir: folder,
    spare: 1,
  });
  tests = await openTestScripts(cacheFolder());
  template = await engine.prepare("harbour", harbourDump(folder), {});
  runner = createTaskRunner({ engine, tests });
}, 120_000);
afterAll(async () => {
  await engine?.close();
  await tests?.close();
}, 60_000);

async function verdictOf(task: Task, phase1?: string) {
  const answer = phase1 === undefined ? goldAnswer(task) : { phase1: [phase1], phase2: null };
  const run = await runner.run({ task, template, profile: "agent", answer, whose: "predicted" });
  return run.phases.map(({ passed, passedFixed }) => [passed, passedFixed]);
}

describe("tasks on SQLite", () => {
  it("pass with their gold in both phases, and fail with another answer", async () => {
    const tests = [
      script("assert execute_queries(['SELECT count(*) FROM ship'], db_name, conn)[0] == [(2,)]"),
    ];
    const task = managementTask("DELETE FROM ship WHERE id = 1", {
      tests,
      followUp: followUp("SELECT name FROM ship ORDER BY id", { category: "Query" }),
    });
    expect(await verdictOf(task)).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(await verdictOf(task, "DELETE FROM ship")).toEqual([[false, false]]);
  });

  it("E3: get values as they are stored, whatever their column is declared as", async () => {
    const task = queryTask("SELECT built FROM ship WHERE id = 1");
    expect(await verdictOf(task)).toEqual([[true, true]]);
    expect(await verdictOf(task, "SELECT date(built) FROM ship WHERE id = 1")).toEqual([[false, false]]);
  });
});
