import path from "node:path";
import { expect, test } from "vitest";
import { readTaskSample } from "../../electron/services/task-sample.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const packDir = path.resolve(import.meta.dirname, "../../tasks/river-watch");

test("the pack of tasks that comes with the program is told with the files that an import of it takes", () => {
  const sample = readTaskSample(packDir);
  expect(sample).toMatchObject({
    title: "River watch",
    files: {
      tasks: path.join(packDir, "tasks.jsonl"),
      knowledge: [path.join(packDir, "databases/river_watch_kb.jsonl")],
    },
    databasesDir: path.join(packDir, "databases"),
  });
});

test("a program that came without a pack offers none", () => {
  expect(readTaskSample(temporaryFolder())).toBeNull();
});
