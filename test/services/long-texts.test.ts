import { describe, expect, it, onTestFinished } from "vitest";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import { longestDatabaseText, putDatabaseText } from "../../electron/store/database-texts.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };

/** A project with one task; reading is given up after a millisecond. */
async function hastyProject() {
  const analysis = openSqlAnalysis({ timeMs: 1 });
  onTestFinished(() => analysis.close());
  const test = await testTasks({ analysis });
  const { project } = await test.importFile(test.file("tasks.jsonl", [taskRow("harbour_1")]));
  return { ...test, projectId: project.id };
}

const blanks = [" ".repeat(4_000_000)];

describe("a file that takes too long to read", () => {
  it.each(["exceptions", "predictions on tasks"])(
    "is given up as %s with its name, while other calls are answered",
    async (what) => {
      const { services, projectId, file } = await hastyProject();
      const long = file("long.jsonl", blanks);
      const call = {
        exceptions: () => services.certificates.importExceptions({ projectId, path: long, skipUnfit: false }),
        "predictions on tasks": () =>
          services.taskRuns.evaluatePredictions({ projectId, path: long, profile: "conv" }, anna),
      }[what];
      const problems = [{ file: "long.jsonl", reason: "Reading it was given up: it took more than 1 ms." }];
      const refused = expect(call?.()).rejects.toMatchObject({ problems });
      expect(await services.tasks.counts({ projectId })).toMatchObject({ total: 1 });
      await refused;
    },
  );
});

describe("a text of a database that is too long", () => {
  const node = (id: number, definition = "") =>
    JSON.stringify({ id, knowledge: "n", description: "d", definition, type: "t", children_knowledge: -1 });

  it("is not imported, and the file is named", async () => {
    const { services, file } = await testTasks();
    const tasks = file("tasks.jsonl", [taskRow("harbour_1")]);
    const knowledge = [file("harbour_kb.jsonl", [node(0, "x".repeat(longestDatabaseText))])];
    const files = { tasks, knowledge };
    const { problems } = await services.tasks.previewImport(
      { files, projectName: "", databasesDir: null },
      anna,
    );
    expect(problems).toMatchObject([
      { file: "harbour_kb.jsonl", reason: "The file has 5 million characters; the limit is 4 million." },
    ]);
  });

  it("is not read where somebody else has put it into a workspace", async () => {
    const { services, workspace, file, importFile } = await testTasks();
    const { project } = await importFile(file("tasks.jsonl", [taskRow("harbour_1")]));
    const of = { projectId: project.id, database: "harbour" };
    const store = (text: string) =>
      workspace.write(async (db) => {
        const stored = {
          database: "harbour",
          kind: "knowledge",
          fileName: "harbour_kb.jsonl",
          text,
        } as const;
        await putDatabaseText(db, project.id, stored, { account: "anna", at: "2026-11-23T00:00:00.000Z" });
      });
    await store(node(0));
    expect((await services.tasks.knowledge(of)).nodes).toHaveLength(1);
    await store(node(0, "x".repeat(longestDatabaseText)));
    expect((await services.tasks.knowledge(of)).nodes).toEqual([]);
  });
});
