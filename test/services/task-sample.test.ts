import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readTaskSample } from "../../electron/services/task-sample.ts";
import { fieldsInOrder } from "../../shared/certificate/fields-in-order.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { testTasks } from "../support/test-tasks.ts";

const packDir = path.resolve(import.meta.dirname, "../../tasks/river-watch");

test("the pack of tasks that comes with the program is told with the files that an import of it takes", () => {
  const sample = readTaskSample(packDir);
  expect(sample).toMatchObject({
    title: "River watch",
    files: {
      tasks: path.join(packDir, "tasks.jsonl"),
      exceptions: path.join(packDir, "exceptions.jsonl"),
      knowledge: [path.join(packDir, "databases/river_watch_kb.jsonl")],
    },
    databasesDir: path.join(packDir, "databases"),
  });
});

test("every exception that the pack states fits its tasks, and comes with them", async () => {
  const { services, importFile } = await testTasks();
  const sample = readTaskSample(packDir);
  if (sample === null) throw new Error("There is no pack.");
  const { files, databasesDir } = sample;
  const { project, exceptions } = await importFile(files.tasks, { files, databasesDir });
  const { text } = await services.certificates.exportExceptions({ projectId: project.id });
  const stated = readFileSync(path.join(packDir, "exceptions.jsonl"), "utf8");
  const values = (lines: string) =>
    new Set(
      lines
        .trim()
        .split("\n")
        .map((line) => fieldsInOrder(JSON.parse(line))),
    );
  expect(values(text)).toEqual(values(stated));
  expect(exceptions).toBe(values(stated).size);
});

test("a program that came without a pack offers none", () => {
  expect(readTaskSample(temporaryFolder())).toBeNull();
});
