import { expect, test } from "vitest";
import { importSource } from "../../../renderer/features/projects/tasks/import-tasks-form.ts";

const none = { groundTruth: "", knowledge: "", columnMeanings: "", schema: "", exceptions: "" };

test("without a task file there is nothing to look into", () => {
  expect(importSource({ tasks: " ", others: none, databasesDir: "/d", projectName: "p" })).toBeNull();
});

test("only files that were named are asked for, and blanks around a path are none of it", () => {
  expect(
    importSource({
      tasks: " /d/tasks.jsonl ",
      others: {
        ...none,
        knowledge: "/d/kb ",
        exceptions: " /d/exceptions.jsonl",
        groundTruth: "/d/gt.jsonl",
      },
      databasesDir: " ",
      projectName: " p ",
    }),
  ).toEqual({
    files: {
      tasks: "/d/tasks.jsonl",
      groundTruth: "/d/gt.jsonl",
      knowledge: ["/d/kb"],
      exceptions: "/d/exceptions.jsonl",
    },
    projectName: "p",
    databasesDir: null,
  });
});
