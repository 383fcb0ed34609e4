// Evaluates four tasks of which one ends the process, in the folder at argv[2]; writes what came of each to standard output.
import path from "node:path";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { evaluateTasks } from "../../electron/evaluation/evaluate-tasks.ts";
import { createTaskRunner, goldAnswer } from "../../electron/evaluation/phases.ts";
import { openUnderWay } from "../../electron/evaluation/under-way.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { harbourDump, queryTask } from "../tasks/harbour-tasks.ts";

const [, , folder = ""] = process.argv;
const engine = openEmbeddedEngine("sqlite", folder);
const tests = await openTestScripts(cacheFolder());
const items = ["safe_1", "deadly", "safe_2", "safe_3"].map((instanceId) => {
  const database = instanceId === "deadly" ? "deadly" : "harbour";
  const task = queryTask("SELECT name FROM ship", { instanceId, database });
  return { task, answer: goldAnswer(task) };
});
const came: [string, boolean | string | undefined][] = [];
for await (const { item, run, error } of evaluateTasks(items, {
  runner: createTaskRunner({ engine, tests }),
  profile: "conv",
  whose: "predicted",
  concurrency: 2,
  underWay: openUnderWay(path.join(folder, "under-way")),
  async template(database) {
    if (database === "deadly") process.kill(process.pid, "SIGKILL");
    return engine.prepare(database, harbourDump(folder), {});
  },
}))
  came.push([item.task.instanceId, error ?? run.phases[0]?.passed]);
process.stdout.write(JSON.stringify(came));
await Promise.all([engine.close(), tests.close()]);
