// A back end that goes on with the work that a workspace wants, for killed-work.test.ts: prints what is done so far whenever
// that has changed, a JSON line each, and ends once nothing is left.
import { writeSync } from "node:fs";
import { assemble } from "../../electron/compose.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { evaluationProgress } from "../../electron/store/evaluations.ts";
import { taskWorkProgress } from "../../electron/store/task-jobs.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { testPaths } from "../support/program-paths.ts";

const [, , file = "", cacheDir = ""] = process.argv;
const anna = { actor: "anna" };
const workspace = openWorkspace(file);
const backEnd = assemble(
  {
    ...{ workspacePath: file, version: "test", startProcess: forkProcess, paths: testPaths, cacheDir },
    ...{ secrets: null, log: (message: string, error: unknown) => console.error(message, error) },
  },
  { workspace, concurrency: 1, width: 1 },
);
const { services, background } = backEnd;
const done = () =>
  workspace.read(async (db) => ({
    items: (await evaluationProgress(db, 1)).done,
    tasks: (await taskWorkProgress(db, 1, "check", "conv")).done,
  }));
let told = "";
const tell = async () => {
  const now = JSON.stringify(await done());
  if (now !== told) writeSync(1, `${now}\n`);
  told = now;
};
const changes = services.changes.watch(undefined, anna)[Symbol.asyncIterator]();
await background.jobs.resume();
await background.taskJobs.resume();
while ((await services.jobs.list(undefined, anna)).some(({ state }) => state === "running")) {
  await changes.next();
  await tell();
}
await tell();
await backEnd.close();
await workspace.close();
process.exit();
