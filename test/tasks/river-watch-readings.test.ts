import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goldOutcomes } from "#shared/dialogue/gold-outcomes.ts";
import { readingResults } from "#shared/dialogue/reading-results.ts";
import { readingsOf } from "#shared/dialogue/readings.ts";
import type { ReadingResult } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { checkedPhases } from "../../electron/checks/check-task.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { columnMeaningsText, packKnowledge, packTasks } from "./river-watch-pack.ts";
import { openState, packDump } from "./river-watch-run.ts";

const folder = temporaryFolder();
const tasks = packTasks();
const known = {
  nodes: [...packKnowledge().nodes.values()],
  columnMeanings: readColumnMeanings(columnMeaningsText(), "river_watch").meanings,
};

/** Ambiguities for which SQL in place of their snippet leaves less room than for three readings. */
const scarce: Record<string, number> = {
  "river_watch_M_2 a tool": 1,
  "river_watch_M_2 the water of a visit": 2,
  "river_watch_M_4 Get rid of": 2,
  "river_watch_M_4 what hangs on them": 1,
};

let engine: Engine;
let state: DatabaseState;

beforeAll(async () => {
  engine = openEmbeddedEngine("pglite", folder);
  state = await openState(engine, packDump(folder));
});
afterAll(() => engine?.close());

async function resultsOf(task: Task, ambiguity: number): Promise<ReadingResult[]> {
  const [phase] = checkedPhases(task, { state, profile: "conv", tester: null, known }, undefined);
  if (phase === undefined) throw new Error("a task has a phase 1");
  const context = await phase.context();
  const readings = readingsOf(context, ambiguity);
  return Array.fromAsync(readingResults(context, { ambiguity, readings }, goldOutcomes(phase.trees, phase)));
}

const ambiguities = tasks.flatMap((task) =>
  task.ambiguities.map(({ term }, at): [string, Task, number] => [`${task.instanceId} ${term}`, task, at]),
);

describe("Q5: the readings of river-watch on PGlite", () => {
  it.each(ambiguities)("%s: enough of them come to something else than the gold", async (name, task, at) => {
    const results = await resultsOf(task, at);
    const telling = results.filter(({ outcome }) => outcome === "differs");
    expect(telling.length, listed(results)).toBeGreaterThanOrEqual(scarce[name] ?? 3);
  });
});

function listed(results: readonly ReadingResult[]): string {
  return results.map(({ reading, outcome, summary }) => `${outcome} ${reading.sql}: ${summary}`).join("\n");
}
