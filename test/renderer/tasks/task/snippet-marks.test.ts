import { describe, expect, test } from "vitest";
import {
  ambiguityAt,
  snippetMarks,
} from "../../../../renderer/features/tasks/task/ambiguities/snippet-marks.ts";
import {
  type TaskDocument,
  taskDocuments,
} from "../../../../renderer/features/tasks/task/documents/task-documents.ts";
import { ambiguityTag } from "../../../../renderer/results/task/ambiguity-words.ts";
import { termMarks } from "../../../../renderer/results/task/term-marks.ts";
import type { Task } from "../../../../shared/domain/task.ts";
import { snippetSearch } from "../../../../shared/sql/anchor/snippet-search.ts";
import { parseTree } from "../../../../shared/sql/tree/parse-tree.ts";
import { packTasks } from "../../../tasks/river-watch-pack.ts";

function placed(task: Task) {
  const gold = taskDocuments(task)[0] as TaskDocument;
  const search = snippetSearch(task.goldSql.map((sql) => parseTree(sql, "postgresql")));
  return { gold, places: task.ambiguities.map(({ sqlSnippet }) => search(sqlSnippet)) };
}

describe("the snippets of the pack's tasks in their gold", () => {
  test.each(packTasks().map((task): [string, Task] => [task.instanceId, task]))(
    "of %s are each marked under the number of their ambiguity",
    (_, task) => {
      const { gold, places } = placed(task);
      const marks = snippetMarks(gold, task.ambiguities, places, { active: null, isRead: true });
      const labels = marks.flatMap((mark) => (mark.kind === "tag" && mark.label !== "" ? [mark.label] : []));
      expect(labels.sort()).toEqual(task.ambiguities.map((_ambiguity, index) => String(index + 1)).sort());
    },
  );

  test("are chosen by the cursor, the smallest around it", () => {
    const [task] = packTasks() as [Task];
    const { gold, places } = placed(task);
    for (const [index, { sqlSnippet }] of task.ambiguities.entries()) {
      const at = gold.text.indexOf(sqlSnippet);
      if (at >= 0) expect(ambiguityAt(gold, places, at + 1, null)).toBe(index);
    }
    expect(ambiguityAt(gold, places, 0, null)).toBe(null);
  });

  test("leave the ambiguity that is taken up alone within its own snippet, and while it has none", () => {
    const [first] = packTasks() as [Task];
    const snippets = ["a + 1", "(a + 1) * b", "nowhere"];
    const ambiguities = snippets.map((sqlSnippet) => ({ ...first.ambiguities[0], sqlSnippet }));
    const task = { ...first, goldSql: ["SELECT (a + 1) * b, c FROM t"], ambiguities } as Task;
    const { gold, places } = placed(task);
    const at = gold.text.indexOf("+");
    expect([null, 0, 1, 2].map((active) => ambiguityAt(gold, places, at, active))).toEqual([
      0,
      null,
      null,
      null,
    ]);
  });

  test("never colour the blanks before a line", () => {
    const goldSql = ["SELECT a,\n       b\nFROM t"];
    const [first] = packTasks() as [Task];
    const task = {
      ...first,
      goldSql,
      ambiguities: [{ ...first.ambiguities[0], sqlSnippet: "SELECT a, b" }],
    } as Task;
    const { gold, places } = placed(task);
    const marks = snippetMarks(gold, task.ambiguities, places, { active: 0, isRead: true });
    expect(marks.map(({ from, to }) => gold.text.slice(from, to))).toEqual(["SELECT a,", "b"]);
    expect(marks.map((mark) => mark.kind === "tag" && mark.label)).toEqual(["1", ""]);
  });
});

test("terms are marked in the question whatever their case, under the same number and hue as their snippet", () => {
  const [task] = packTasks() as [Task];
  const question = task.ambiguousQuestion ?? "";
  const marks = termMarks(question.toUpperCase(), task.ambiguities, 1);
  for (const mark of marks) {
    if (mark.kind !== "tag") throw new Error("a term is drawn as a tag");
    const index = Number(mark.label) - 1;
    expect(mark.hue).toBe(ambiguityTag(index).hue);
    expect(mark.active).toBe(index === 1);
    const term = task.ambiguities[index]?.term.toUpperCase();
    expect(question.toUpperCase().slice(mark.from, mark.to)).toBe(term);
  }
  expect(marks.length).toBeGreaterThan(2);
});

test("hues begin again after eight, numbers go on", () => {
  expect(ambiguityTag(8)).toEqual({ label: "9", hue: 1 });
  expect(new Set(Array.from({ length: 8 }, (_, index) => ambiguityTag(index).hue)).size).toBe(8);
});
