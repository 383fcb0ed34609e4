import { describe, expect, it } from "vitest";
import { historyEntries } from "../../../../renderer/features/tasks/task/draft/history-entries.ts";
import { partDiffs } from "../../../../renderer/results/task/part-diffs.ts";
import { partTitle } from "../../../../renderer/results/task/task-part-words.ts";
import type { TaskChange } from "../../../../shared/contract/tasks.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString();
const change = (revision: number, minute: number, more: Partial<TaskChange> = {}): TaskChange => ({
  revision,
  action: "save",
  savedBy: "anna",
  savedAt: at(minute),
  parts: ["goldSql"],
  ...more,
});

describe("the lines of a task's history", () => {
  it("join the saves of one person that follow each other, with all that they changed", () => {
    const changes = [
      change(4, 30),
      change(3, 2, { parts: ["clearQuestion", "goldSql"] }),
      change(2, 1),
      change(1, 0, { action: "import", parts: [] }),
    ];
    expect(historyEntries(changes, [])).toMatchObject([
      { from: 4, to: 4, parts: ["goldSql"] },
      { from: 2, to: 3, parts: ["clearQuestion", "goldSql"] },
      { from: 1, to: 1, action: "import" },
    ]);
  });

  it("keep the saves of two people and undoing apart", () => {
    const changes = [change(4, 3, { action: "undo" }), change(3, 2, { savedBy: "bert" }), change(2, 1)];
    expect(historyEntries(changes, [])).toHaveLength(3);
  });

  it("say where the task was put and to whom it was given, in between", () => {
    const states = [
      { status: "in-check" as const, assignee: null, by: "bert", at: at(20), revision: null },
      { status: "in-check" as const, assignee: "bert", by: "anna", at: at(10), revision: null },
    ];
    const entries = historyEntries([change(2, 15), change(1, 0, { action: "import", parts: [] })], states);
    expect(entries.map((entry) => (entry.kind === "state" ? entry.words : entry.to))).toEqual([
      "removed its assignee",
      2,
      "set it to submitted, assigned it to bert",
      1,
    ]);
  });
});

describe("an edit of an accepted task", () => {
  it("is shown as what put it back to submitted, and as what made it accepted again (SPEC H12)", () => {
    const state = (status: "accepted" | "in-check", minutes: number, revision: number | null) => ({
      ...{ status, assignee: null, by: "anna", at: at(minutes), revision },
    });
    const states = [state("accepted", 30, 3), state("in-check", 20, 2), state("accepted", 10, null)];
    const words = historyEntries([], states).map((entry) => entry.kind === "state" && entry.words);
    expect(words).toEqual([
      "restored the accepted version: it is accepted again",
      "edited an accepted task: it has to be accepted again",
      "accepted it",
    ]);
  });
});

describe("what changed between two revisions", () => {
  it("is shown part by part, of a follow-up field by field", () => {
    const { followUp } = harbourTask;
    if (followUp === null) throw new Error("the task has no follow-up");
    const after = {
      ...harbourTask,
      goldSql: ["SELECT 1", "SELECT 2"],
      ambiguities: [],
      followUp: { ...followUp, question: "How many?" },
    };
    expect(partDiffs(harbourTask, after)).toMatchObject([
      { title: "Gold SQL", after: "SELECT 1\n\nSELECT 2", isCode: true },
      { title: "Ambiguities", after: "(empty)", isCode: false },
      { title: "Follow-up: question", before: "And how many are there?", after: "How many?" },
    ]);
    const [, ambiguities] = partDiffs(harbourTask, after);
    expect(ambiguities?.before).toContain("busy berths · critical · semantic_ambiguity · hidden\ncli > 3");
  });

  it("is shown as a whole where a follow-up came or went", () => {
    const [diff] = partDiffs(harbourTask, { ...harbourTask, followUp: null });
    expect(diff).toMatchObject({ title: "Follow-up", after: "(empty)" });
  });
});

describe("the name of a part", () => {
  it.each([
    [["ambiguousQuestion"], "Ambiguous question"],
    [["goldSql", 1], "Gold SQL, statement 2"],
    [["ambiguities", 0, "term"], "Ambiguity 1 (busy berths): term"],
    [["ambiguities", 0, "sqlSnippet"], "Ambiguity 1 (busy berths): SQL snippet"],
    [["ambiguities", 9], "Ambiguity 10"],
    [["followUp", "goldSql", 0], "Follow-up: gold SQL, statement 1"],
    [["followUp", "tests", 2], "Follow-up: test 3"],
  ])("%j is %s", (path, title) => {
    expect(partTitle(path, harbourTask)).toBe(title);
  });
});
