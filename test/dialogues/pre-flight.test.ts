import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { createDatabaseLanes } from "../../electron/dialogues/database-lanes.ts";
import { openDialogueDatabase } from "../../electron/dialogues/environment.ts";
import { preFlight } from "../../electron/dialogues/pre-flight.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { pierDatabase, pierTask } from "../tasks/pier-tasks.ts";

const settings: DialogueSettings = { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 };

/** The pre-flight of pier tasks with these golds; `runs` counts what is asked of the database. */
async function flight(golds: readonly string[]) {
  const folder = temporaryFolder();
  const file = path.join(folder, "pier.sql");
  writeFileSync(file, pierDatabase.join("\n"));
  const engine = openEmbeddedEngine("sqlite", folder, { spare: 0 });
  const template = await engine.prepare("pier", { kind: "sql-file", path: file }, {});
  const tests = await openTestScripts(cacheFolder());
  const { signal } = new AbortController();
  const begun: string[] = [];
  const open = async () => {
    const database = await openDialogueDatabase({ engine, tests }, template);
    const begin: typeof database.begin = (context, profile) => {
      begun.push(context.task.instanceId);
      return database.begin(context, profile);
    };
    return { ...database, begin };
  };
  const lanes = createDatabaseLanes(open, { lanes: 1, signal });
  onTestFinished(async () => {
    await lanes.close();
    await tests.close();
    await engine.close();
  });
  const rows = golds.map((sql, at) => pierTask(`pier_${at + 1}`, { sol_sql: [sql] }));
  const { tasks } = readTaskFile(rows.join("\n"), "tasks.jsonl");
  const known = tasks.map(({ task }) => ({ task, knowledge: null, meanings: [] }));
  const found = await preFlight(known, lanes, { settings, dialect: "sqlite", signal, onTask: () => {} });
  return { ...found, begun };
}

describe("before the first turn", () => {
  it("a task whose SQL is too long to be taken apart is left out with that reason, unread; the others are played", async () => {
    const long = `SELECT id, name FROM berth WHERE depth > 5 AND depth NOT IN (${"0, ".repeat(11_000)}0)`;
    const { prepared, leftOut, begun } = await flight(["SELECT id, name FROM berth WHERE depth > 5", long]);
    expect(prepared.map(({ context }) => context.task.instanceId)).toEqual(["pier_1"]);
    expect(leftOut).toEqual([
      {
        instanceId: "pier_2",
        reason: expect.stringMatching(/^Its SQL has 33\d{3} characters, and no more than 32000/),
      },
    ]);
    // Not even parsed: no dialogue's environment is begun with it.
    expect(begun).toEqual(["pier_1"]);
  });
});
