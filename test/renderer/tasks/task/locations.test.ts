import { describe, expect, test } from "vitest";
import {
  inDocument,
  lineOf,
  type TaskDocument,
  taskDocuments,
} from "../../../../renderer/features/tasks/task/documents/task-documents.ts";
import {
  type Target,
  targetOf,
  targetText,
} from "../../../../renderer/features/tasks/task/findings/finding-target.ts";
import { findingsByLocation } from "../../../../renderer/features/tasks/task/findings/findings-by-location.ts";
import { shownFindings } from "../../../../renderer/features/tasks/task/findings/shown-findings.ts";
import type { Finding, Location, Severity } from "../../../../shared/domain/finding.ts";
import type { Task } from "../../../../shared/domain/task.ts";
import { packTasks } from "../../../tasks/river-watch-pack.ts";

const [query] = packTasks() as [Task];
const management = packTasks().find(({ tests }) => tests.length > 0) as Task;

const documentOf = (documents: readonly TaskDocument[], id: string): TaskDocument =>
  documents.find((document) => document.id === id) as TaskDocument;

const finding = (severity: Severity, where: Location, message: string = severity): Finding => ({
  rule: "some-rule",
  severity,
  where,
  message,
});

describe("the documents of a task", () => {
  test("are the gold of each phase and every test script, phase 1 first", () => {
    expect(taskDocuments(management).map(({ id }) => id)).toEqual([
      "gold-1",
      "test-1-0",
      "gold-2",
      "test-2-0",
    ]);
    expect(taskDocuments(query).map(({ title }) => title)).toEqual(["Gold", "Follow-up gold"]);
  });

  test("hold what is run around the task where there is anything", () => {
    const [, ...rest] = taskDocuments({ ...query, preprocessSql: ["SELECT 1"], cleanUpSql: ["DROP VIEW v"] });
    expect(rest.map(({ id, text }) => [id, text]).slice(0, 2)).toEqual([
      ["preprocess", "SELECT 1"],
      ["clean-up", "DROP VIEW v"],
    ]);
  });

  test("hold what is run around the task, too, once it was begun", () => {
    const ids = (begun: string) => taskDocuments(query, begun).map(({ id }) => id);
    expect(ids("clean-up")).toEqual(["gold-1", "clean-up", "gold-2"]);
    expect(ids("gold-2")).toEqual(["gold-1", "gold-2"]);
  });

  test("keep each statement at a place of its own, so that a range of it is found again", () => {
    const goldSql = ["CREATE VIEW v AS SELECT 1;", "", "SELECT * FROM v"];
    const gold = documentOf(taskDocuments({ ...query, goldSql }), "gold-1");
    for (const [statement, sql] of goldSql.entries()) {
      const { from, to } = inDocument(gold, statement, { from: 0, to: sql.length });
      expect(gold.text.slice(from, to)).toBe(sql);
    }
  });

  test("know the range of each of their lines", () => {
    const test1 = documentOf(taskDocuments(management), "test-1-0");
    const lines = test1.text.split("\n");
    for (const line of [1, 2, lines.length]) {
      const { from, to } = lineOf(test1, line);
      expect(test1.text.slice(from, to)).toBe(lines[line - 1]);
    }
    expect(lineOf(test1, lines.length + 5)).toEqual(lineOf(test1, lines.length));
  });
});

describe("the location of a finding", () => {
  const task = { ...management, goldSql: ["SELECT 1", "SELECT\n2"] };
  const documents = taskDocuments(task);
  const cases: [name: string, Location, Target, string][] = [
    [
      "in the second statement of the gold",
      { kind: "gold", statement: 1, range: { from: 7, to: 8 } },
      { kind: "document", id: "gold-1", range: { from: 17, to: 18 } },
      "Gold, line 4",
    ],
    [
      "in a test of the follow-up",
      { kind: "follow-up", inside: { kind: "test", index: 0, range: { from: 0, to: 3 } } },
      { kind: "document", id: "test-2-0", range: { from: 0, to: 3 } },
      "Follow-up test, line 1",
    ],
    [
      "in the ambiguous question",
      { kind: "ambiguous-question", range: { from: 2, to: 4 } },
      { kind: "question", question: "ambiguous", range: { from: 2, to: 4 } },
      "Ambiguous question",
    ],
    [
      "in the follow-up's question",
      { kind: "follow-up", inside: { kind: "question", range: null } },
      { kind: "question", question: "follow-up", range: null },
      "Follow-up question",
    ],
    ["on an ambiguity", { kind: "ambiguity", index: 1 }, { kind: "ambiguity", index: 1 }, "Ambiguity 2"],
    ["on a knowledge node", { kind: "knowledge", node: 7 }, { kind: "knowledge", node: 7 }, "Knowledge 7"],
    [
      "in the field of the gold",
      { kind: "field", path: ["sol_sql"] },
      { kind: "document", id: "gold-1", range: null },
      "Gold",
    ],
    [
      "in a field of the task",
      { kind: "field", path: ["category"] },
      { kind: "fields", command: "task.fields" },
      "category",
    ],
    [
      "in the conditions of the follow-up",
      { kind: "follow-up", inside: { kind: "field", path: ["conditions", "order"] } },
      { kind: "fields", command: "task.follow-up-conditions" },
      "conditions.order",
    ],
    ["in a field that stands nowhere", { kind: "field", path: ["mine"] }, { kind: "task" }, "mine"],
    ["on a test that is gone", { kind: "test", index: 9, range: null }, { kind: "task" }, "Task"],
    ["in a file", { kind: "file", file: "t.jsonl", line: 3 }, { kind: "task" }, "t.jsonl, line 3"],
  ];

  test.each(cases)("%s is found on the screen and named in words", (_, where, target, text) => {
    expect(targetOf(where, documents)).toEqual(target);
    expect(targetText(target, where, documents)).toBe(text);
  });

  test("is where the findings of each part are handed out, those with a range apart from those on the whole", () => {
    const shown = shownFindings(
      [
        finding("info", { kind: "gold", statement: 0, range: { from: 0, to: 6 } }),
        finding("error", { kind: "gold", statement: 0, range: null }),
        finding("warning", { kind: "ambiguity", index: 0 }),
      ].map((found) => ({ finding: found, origin: "lint", at: "2026-01-01T00:00:00Z", isCurrent: true })),
      [],
    );
    const byPlace = findingsByLocation(shown, documents);
    const gold = byPlace.onDocument("gold-1");
    expect(gold.located.map(({ range }) => range)).toEqual([{ from: 0, to: 6 }]);
    expect(gold.whole.map((found) => found.finding.severity)).toEqual(["error"]);
    expect(byPlace.onAmbiguity(0)).toHaveLength(1);
    expect(byPlace.onAmbiguity(1)).toHaveLength(0);
    expect(byPlace.onQuestion("clear")).toEqual({ located: [], whole: [] });
  });
});

describe("the list of findings", () => {
  const kept = (found: Finding) => ({
    finding: found,
    origin: "lint" as const,
    at: "2026-01-01T00:00:00Z",
    isCurrent: true,
  });

  test("has errors first and appends what a run reports meanwhile, so that nothing on screen moves", () => {
    const before = [
      kept(finding("info", { kind: "task" })),
      kept(finding("error", { kind: "task" })),
      kept(finding("warning", { kind: "task" })),
    ];
    const told = [finding("error", { kind: "ambiguity", index: 0 }, "told now")];
    const alone = shownFindings(before, []);
    const withNew = shownFindings(before, told);
    expect(alone.map((shown) => shown.finding.severity)).toEqual(["error", "warning", "info"]);
    expect(withNew.slice(0, 3)).toEqual(alone);
    expect(withNew[3]).toMatchObject({ isNew: true, finding: { message: "told now" } });
  });

  test("shows a finding once that is stored and reported again", () => {
    const same = finding("warning", { kind: "gold", statement: 0, range: null });
    expect(shownFindings([kept(same)], [structuredClone(same)])).toHaveLength(1);
  });
});
