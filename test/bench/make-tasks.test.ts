import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { subTasks } from "#shared/domain/task.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type ScriptRunner, startScripts } from "../tasks/river-watch-python.ts";
import { beginPhase, mustRun, openState, packDump } from "../tasks/river-watch-run.ts";
import { makeTasks } from "./make-tasks.ts";

const made = makeTasks(600);
const file = readTaskFile(made.tasks.join("\n"), "made.jsonl");

describe("tasks for benches", () => {
  it("are the same every time", () => {
    expect(makeTasks(600)).toEqual(made);
  });

  it("are read without a problem or a finding", () => {
    expect(file.problems).toEqual([]);
    expect([...file.findings, ...file.tasks.flatMap(({ findings }) => findings)]).toEqual([]);
    expect(file.tasks).toHaveLength(600);
  });

  it("hardly ever repeat a gold", () => {
    const golds = file.tasks.map(({ task }) =>
      JSON.stringify([task.goldSql, task.cleanUpSql, task.followUp?.goldSql]),
    );
    expect(new Set(golds).size).toBeGreaterThan(580);
  });

  it("have an answer to each phase, the gold for every other round", () => {
    const answers = made.predictions.map((line) => JSON.parse(line));
    const golds = file.tasks.flatMap(({ task }) =>
      subTasks(task).map(({ phase, goldSql }) => ({
        instance_id: task.instanceId,
        phase,
        pred_sqls: goldSql,
      })),
    );
    expect(answers.map(({ instance_id, phase }) => `${instance_id} ${phase}`)).toEqual(
      golds.map(({ instance_id, phase }) => `${instance_id} ${phase}`),
    );
    expect(answers.slice(0, 26)).toEqual(golds.slice(0, 26));
    expect(answers.slice(26, 52)).not.toEqual(golds.slice(26, 52));
  });

  describe("on PGlite", () => {
    const folder = temporaryFolder();
    let runScript: ScriptRunner;
    let engine: Engine;
    let state: DatabaseState;
    beforeAll(async () => {
      runScript = await startScripts();
      engine = openEmbeddedEngine("pglite", folder);
      state = await openState(engine, packDump(folder));
    });
    afterAll(() => engine?.close());

    it.each(
      file.tasks.filter((_, index) => index % 17 === 3).map(({ task }) => [task.instanceId, task] as const),
    )("%s: its gold gives rows and passes its tests", async (_, task) => {
      for (const part of subTasks(task)) {
        await beginPhase(state, task, part.phase);
        const result = await mustRun(state, part.goldSql);
        if (part.category === "Query") expect(result?.rowCount).toBeGreaterThan(0);
        for (const script of part.tests)
          expect(await runScript(script, { predicted: part.goldSql, gold: part.goldSql }, state)).toBeNull();
      }
    });
  });
});
