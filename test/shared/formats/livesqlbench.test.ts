import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readTask, readTaskFile } from "#shared/formats/task-file.ts";
import { lossesOf, writeTaskFile } from "#shared/formats/task-formats.ts";
import { sharedData } from "../../support/shared-data.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";
import { jsonObject } from "./generated-json.ts";

const clear = jsonObject([
  ["instance_id", '"M_3"'],
  ["selected_database", '"harbour"'],
  ["query", '"Clear."'],
  ["sol_sql", '["SELECT 1"]'],
  ["category", '"Management"'],
  ["mine", "1.0"],
]);

describe("a LiveSQLBench task", () => {
  test("T12: is a clear task", () => {
    const { task, source, findings } = readTask(clear, 1);
    expect(source.form).toBe("livesqlbench");
    expect(task).toMatchObject({
      ambiguousQuestion: null,
      ambiguities: [],
      followUp: null,
      conditions: null,
    });
    expect(findings).toEqual([]);
  });

  test("T2: comes out letter by letter", () => {
    expect(writeTaskFile([readTask(clear, 1)], "livesqlbench")).toBe(`${clear}\n`);
  });

  test("T20: becomes a BIRD-Interact task with every field that its evaluators read, and goes back", () => {
    const read = readTask(clear, 1);
    const task = { ...harbourTask, instanceId: "harbour_M_3", goldSql: read.task.goldSql };
    const line = writeTaskFile([{ task, source: read.source }], "bird-interact");
    expect(line).toContain('"mine": 1.0');
    expect(JSON.parse(line)).toMatchObject({
      knowledge_ambiguity: [{ deleted_knowledge: 2 }],
      preprocess_sql: [],
      user_query_ambiguity: { critical_ambiguity: [{}], non_critical_ambiguity: [{}] },
    });
    const again = readTask(line, 1);
    expect(again.source.form).toBe("bird-interact");
    const back = JSON.parse(writeTaskFile([again], "livesqlbench"));
    expect(back).toMatchObject({ instance_id: "harbour_M_3", mine: 1 });
    for (const name of ["amb_user_query", "user_query_ambiguity", "knowledge_ambiguity", "follow_up"])
      expect(back).not.toHaveProperty(name);
  });

  test("T20: an untouched one gets empty lists of ambiguities as a BIRD-Interact task", () => {
    const row = JSON.parse(writeTaskFile([readTask(clear, 1)], "bird-interact"));
    expect(row).toMatchObject({
      user_query_ambiguity: { critical_ambiguity: [], non_critical_ambiguity: [] },
      knowledge_ambiguity: [],
      clean_up_sqls: [],
      sol_sql: ["SELECT 1"],
    });
  });

  test("T14: it is said beforehand what a clear task cannot hold", () => {
    expect(lossesOf(harbourTask, "livesqlbench")).toEqual([
      { kind: "lost", what: "the ambiguous question" },
      { kind: "lost", what: "3 ambiguities" },
      { kind: "lost", what: "the follow-up" },
    ]);
    const withheld = { ...harbourTask, clearQuestion: null, ambiguities: [], followUp: null };
    expect(lossesOf({ ...withheld, ambiguousQuestion: null }, "livesqlbench")).toEqual([
      { kind: "missing", what: "the clear question (query)" },
    ]);
  });
});

for (const db of ["alien", "archeology"]) {
  const file = sharedData(`livesqlbench/${db}/${db}_data.jsonl`);
  test.skipIf(file === null)(
    `T2: the published tasks of ${db} come out letter by letter${file === null ? " (skipped: ../shared/data is absent)" : ""}`,
    () => {
      const text = readFileSync(file ?? "", "utf8");
      const read = readTaskFile(text, db);
      expect([read.tasks.length, read.problems, read.findings]).toEqual([2, [], []]);
      expect(read.tasks.flatMap(({ findings }) => findings)).toEqual([]);
      expect(writeTaskFile(read.tasks, "livesqlbench")).toBe(text.replaceAll("\r\n", "\n"));
    },
  );
}
