import { afterAll } from "vitest";
import { defaultConditions } from "#shared/domain/conditions.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { DatabaseState } from "../../electron/engines/engine.ts";
import type { TestRunner } from "../../electron/python/test-runner.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { taskLimits } from "./river-watch-run.ts";

/** Runs one of the pack's scripts on a state, after the answer ran; gives null where it passes, else what it says. */
export type ScriptRunner = (
  script: string,
  answer: { predicted: readonly string[]; gold: readonly string[] },
  state: DatabaseState,
) => Promise<string | null>;

const opened: TestRunner[] = [];
afterAll(() => Promise.all(opened.splice(0).map((tests) => tests.close())));

/** The scripts as the microservice (adk) runs them, the evaluator that hands over the fewest names. */
export async function startScripts(): Promise<ScriptRunner> {
  const tests = await openTestScripts(cacheFolder());
  opened.push(tests);
  return async (script, { predicted, gold }, state) => {
    const call = { script, profile: "adk" as const, predictedSql: predicted, goldSql: gold };
    const outcome = await tests.run(
      { ...call, database: "river_watch", conditions: defaultConditions, predictedResult: null },
      {
        engine: state.template.engine,
        execute: (sql, { signal }) => state.run(sql, { limits: taskLimits, signal }),
        softExactMatch: () => Promise.reject(new Error("the pack's scripts compare by themselves")),
      },
      { limits: { timeMs: taskLimits.timeMs, memoryBytes: taskLimits.memoryBytes } },
    );
    return outcome.status === "passed" ? null : `${outcome.status}: ${outcome.message}`;
  };
}
