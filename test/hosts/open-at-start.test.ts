import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { compose } from "../../electron/compose.ts";
import { openProject } from "../../electron/hosts/open-at-start.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { testPaths } from "../support/program-paths.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction } from "../support/test-workspace.ts";

const caller = { actor: "ada" };

async function backEnd() {
  const folder = temporaryFolder();
  const { services, close } = await compose({
    workspacePath: path.join(folder, "w.querent"),
    version: "test",
    startProcess: forkProcess,
    paths: testPaths,
    cacheDir: path.join(folder, "cache"),
    secrets: null,
    log: (message, error) => console.error(message, error),
  });
  onTestFinished(close);
  return { folder, services, opening: { services, caller } };
}

describe("a file that is named at the start", () => {
  it("is opened as what it holds: predictions or tasks, with the databases beside it, once", async () => {
    const { folder, services, opening } = await backEnd();
    const tasks = path.join(folder, "some-tasks.jsonl");
    writeFileSync(tasks, `${taskRow("harbour_1")}\n`);
    mkdirSync(path.join(folder, "databases"));
    writeFileSync(path.join(folder, "databases/harbour.sql"), "CREATE TABLE ship (name text);");
    const node = { id: 1, knowledge: "Named", description: "", definition: "", type: "domain_knowledge" };
    writeFileSync(path.join(folder, "databases/harbour_kb.jsonl"), JSON.stringify(node));
    const predictions = path.join(folder, "predictions.json");
    writeFileSync(predictions, JSON.stringify([prediction(0)]));
    for (const file of [tasks, tasks, predictions]) await openProject(file, opening);
    const projects = await services.projects.list(undefined, caller);
    expect(projects).toMatchObject([
      {
        name: "some-tasks",
        taskCount: 1,
        itemCount: 0,
        taskSettings: { databasesDir: path.join(folder, "databases") },
      },
      { name: "predictions", taskCount: 0, itemCount: 1 },
    ]);
    const ask = { projectId: projects[0]?.id ?? 0, database: "harbour" };
    expect((await services.tasks.knowledge(ask, caller)).nodes).toMatchObject([{ name: "Named" }]);
    const { projectId } = await services.session.open(undefined, caller);
    expect(projectId).toBe(projects[1]?.id);
  });

  it("that holds neither is refused with what is wrong in it", async () => {
    const { folder, opening } = await backEnd();
    const file = path.join(folder, "other.json");
    writeFileSync(file, '[{"x": 1}]');
    await expect(openProject(file, opening)).rejects.toThrow(/other\.json could not be opened.*row 1/s);
  });
});
