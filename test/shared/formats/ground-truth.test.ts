import { describe, expect, test } from "vitest";
import { mergeGroundTruth } from "#shared/formats/ground-truth.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";

const withheld =
  '{"instance_id": "harbour_1", "selected_database": "harbour", "amb_user_query": "?", "sol_sql": [], ' +
  '"external_knowledge": [], "test_cases": [], "weight": 1.0, ' +
  '"follow_up": {"query": "More?", "sol_sql": [], "external_knowledge": [], "test_cases": [], "rank": 1e2}}';
const tasks = readTaskFile(`${withheld}\n${withheld.replace("harbour_1", "harbour_2")}`, "tasks.jsonl").tasks;

const truth =
  '{"instance_id": "harbour_1", "sol_sql": ["SELECT \\u0031"], "external_knowledge": [3, 4], "test_cases": [], ' +
  '"weight": 2, "reviewed": true, "follow_up": {"sol_sql": "SELECT 2", "external_knowledge": [5], "test_cases": ["def test_case(a, b, c, d):\\n  pass"]}}';

describe("T13: ground truth", () => {
  test("fills in what is withheld, at the top and inside the follow-up, and what is absent, letter by letter", () => {
    const { tasks: merged, merged: count } = mergeGroundTruth(tasks, truth, "gt.jsonl");
    expect(count).toBe(1);
    expect(merged[0]?.source.text).toBe(
      '{"instance_id": "harbour_1", "selected_database": "harbour", "amb_user_query": "?", "sol_sql": ["SELECT \\u0031"], ' +
        '"external_knowledge": [3, 4], "test_cases": [], "weight": 1.0, ' +
        '"follow_up": {"query": "More?", "sol_sql": "SELECT 2", "external_knowledge": [5], ' +
        '"test_cases": ["def test_case(a, b, c, d):\\n  pass"], "rank": 1e2}, "reviewed": true}',
    );
    expect(merged[0]?.task).toMatchObject({
      goldSql: ["SELECT 1"],
      knowledgeIds: [3, 4],
      followUp: { goldSql: ["SELECT 2"], knowledgeIds: [5] },
    });
  });

  test("does not touch a task that it does not name, and says how many there are", () => {
    const { tasks: merged, findings } = mergeGroundTruth(tasks, truth, "gt.jsonl");
    expect(merged[1]).toBe(tasks[1]);
    expect(findings).toMatchObject([
      { rule: "task-without-ground-truth", where: { kind: "file", file: "gt.jsonl", line: null } },
    ]);
  });

  test("that is withheld in its turn takes nothing away", () => {
    const once = mergeGroundTruth(tasks, truth, "gt.jsonl").tasks;
    const twice = mergeGroundTruth(once, withheld, "empty.jsonl").tasks;
    expect(twice[0]?.source.text).toBe(once[0]?.source.text);
  });

  test("of an unknown task or of one task twice is reported; the last row counts", () => {
    const stranger = '{"instance_id": "harbour_9", "sol_sql": ["SELECT 9"]}';
    const later = '{"instance_id": "harbour_1", "sol_sql": ["SELECT 3"]}';
    const { tasks: merged, findings } = mergeGroundTruth(
      tasks,
      `${truth}\n${stranger}\n${later}`,
      "gt.jsonl",
    );
    expect(merged[0]?.task.goldSql).toEqual(["SELECT 3"]);
    expect(findings.map(({ rule, where }) => [rule, where])).toEqual([
      ["ground-truth-repeated", { kind: "file", file: "gt.jsonl", line: 3 }],
      ["ground-truth-without-task", { kind: "file", file: "gt.jsonl", line: 2 }],
      ["task-without-ground-truth", { kind: "file", file: "gt.jsonl", line: null }],
    ]);
  });

  test("T8: with a malformed or nameless row names it and merges the rest", () => {
    const { merged, problems } = mergeGroundTruth(tasks, `{\n{"sol_sql": []}\n${truth}`, "gt.jsonl");
    expect(merged).toBe(1);
    expect(problems).toMatchObject([
      { row: 1, field: null },
      { row: 2, field: "instance_id" },
    ]);
  });
});
