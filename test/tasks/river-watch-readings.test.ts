import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readingResults } from "#shared/dialogue/reading-results.ts";
import { readingsOf } from "#shared/dialogue/readings.ts";
import type { ReadingResult } from "#shared/domain/reading.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Task } from "#shared/domain/task.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { checkedPhases } from "../../electron/checks/check-task.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { stateSchema } from "../../electron/task-databases/state-schema.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { columnMeaningsText, packKnowledge, packTasks } from "./river-watch-pack.ts";
import { openState, packDump, taskLimits } from "./river-watch-run.ts";

const folder = temporaryFolder();
const tasks = packTasks();
const knowledge = indexKnowledge([...packKnowledge().nodes.values()]);
const { meanings } = readColumnMeanings(columnMeaningsText(), "river_watch");
let engine: Engine;
let state: DatabaseState;
let schema: DatabaseSchema;

beforeAll(async () => {
  engine = openEmbeddedEngine("pglite", folder);
  state = await openState(engine, packDump(folder));
  const { signal } = new AbortController();
  schema = await stateSchema(state, {
    database: "river_watch",
    dialect: "postgresql",
    limits: taskLimits,
    signal,
  });
}, 120_000);
afterAll(() => engine?.close(), 60_000);

async function resultsOf(task: Task, ambiguity: number): Promise<ReadingResult[]> {
  const context = { ...parseTask(task, "postgresql"), knowledge, schema, meanings };
  const [phase] = checkedPhases(task, { state, profile: "conv", tester: null }, undefined);
  if (phase === undefined) throw new Error("a task has a phase 1");
  const readings = readingsOf(context, ambiguity);
  return Array.fromAsync(readingResults(context, { ambiguity, readings }, phase));
}

describe("the readings of river-watch on PGlite", () => {
  it.each(tasks.map((task) => [task.instanceId, task] as const))(
    "%s",
    async (_, task) => {
      for (const [at, { term, type, sqlSnippet }] of task.ambiguities.entries()) {
        const results = await resultsOf(task, at);
        const count = (o: string) => results.filter(({ outcome }) => outcome === o).length;
        console.log(
          `##${task.instanceId} ${at + 1} ${term} [${type}] ${sqlSnippet.replaceAll(/\s+/g, " ")} D${count("differs")} S${count("same")} E${count("empty")} F${count("fails")}`,
        );
        for (const { reading, outcome, summary } of results)
          console.log(
            `##   ${outcome}: ${summary} <- ${reading.operator}: ${reading.meaning} ⟶ ${reading.sql.replaceAll(/\s+/g, " ")}`,
          );
        expect(results.length).toBeGreaterThan(-1);
      }
    },
    60_000,
  );
});
