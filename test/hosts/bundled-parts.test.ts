import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import { readPrompts } from "../../electron/dialogues/model/prompts.ts";
import { createTaskRunner, goldAnswer } from "../../electron/evaluation/phases.ts";
import { createTaskTools } from "../../electron/evaluation/task-tools.ts";
import { bundledPaths } from "../../electron/hosts/bundled-paths.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { sourcePaths } from "../../electron/program-paths.ts";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import { defaultTaskSettings } from "../../shared/domain/project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbourTask } from "../tasks/harbour-loads-task.ts";

describe("the parts of the desktop's bundle that run apart", () => {
  const paths = bundledPaths(distFolder("program"));
  beforeAll(() => ensureBuilt("program"));

  it("have the prompts for language models", () => {
    const source = readPrompts(sourcePaths.prompts, null);
    expect(readPrompts(paths.prompts, null).hashes).toEqual(source.hashes);
  });

  it("run a task with its own test: PGlite and Python from the files beside them", {
    timeout: 180_000,
  }, async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "harbour.sql"), "CREATE TABLE loads (berth text, cli numeric);");
    const tools = createTaskTools({
      ...{ start: forkProcess, paths, cacheDir: folder, concurrency: 1 },
      password: async () => null,
      mayConnect: () => true,
      mayRead: () => true,
    });
    onTestFinished(async () => {
      await tools.databases.close();
      await tools.tests.close();
    });
    const settings = { ...defaultTaskSettings, databasesDir: folder };
    const { engine, template } = await tools.databases.open(settings, "harbour");
    const script = "def test_case(pred_sqls, sol_sqls, db_name, conn):\n    assert 1 == 2, 'from Python'";
    const task = {
      ...harbourTask,
      instanceId: "harbour_M_1",
      category: "Management",
      goldSql: ["INSERT INTO loads VALUES ('north', 4.5)"],
      tests: [script],
      followUp: null,
    };
    const runner = createTaskRunner({ engine, tests: tools.tests });
    const run = await runner.run({
      ...{ task, template, profile: "conv", whose: "gold" },
      answer: goldAnswer(task),
    });
    expect(run.phases).toMatchObject([
      { passed: false, tests: [{ message: expect.stringContaining("from Python") }] },
    ]);
  });

  it("lint with both parsers", { timeout: 60_000 }, async () => {
    const analysis = openSqlAnalysis({ entry: paths.sqlAnalysis });
    onTestFinished(() => analysis.close());
    for (const dialect of ["postgresql", "sqlite"] as const) {
      expect(await analysis.syntaxProblem({ sql: "SELECT 1", dialect })).toBeNull();
      expect(await analysis.syntaxProblem({ sql: "SELECT FROM WHERE (", dialect })).not.toBeNull();
    }
  });
});
