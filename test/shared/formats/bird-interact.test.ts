import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Ambiguity, ambiguityTypes } from "#shared/domain/ambiguity.ts";
import { Finding } from "#shared/domain/finding.ts";
import { noClarification, type Reading } from "#shared/domain/reading.ts";
import { Task } from "#shared/domain/task.ts";
import { SourcedTask } from "#shared/domain/task-revision.ts";
import { onOneLine } from "#shared/formats/json/json-patch.ts";
import { readJsonTree } from "#shared/formats/json/json-tree.ts";
import { readTask, readTaskFile, type TaskFile } from "#shared/formats/task-file.ts";
import { lossesOf, writeTaskFile } from "#shared/formats/task-formats.ts";
import { sharedData } from "../../support/shared-data.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";
import { jsonObject, jsonText } from "./generated-json.ts";

const lite = jsonObject([
  ["instance_id", '"harbour_1"'],
  ["selected_database", '"harbour"'],
  ["query", '"Clear?"'],
  ["amb_user_query", '"Vague?"'],
  ["sol_sql", '["SELECT 1"]'],
  [
    "user_query_ambiguity",
    '{"critical_ambiguity": [{"term": "Vague", "sql_snippet": "1", "is_mask": true, "type": "x_y", "by": 1.0}], "non_critical_ambiguity": [], "note": "é"}',
  ],
  ["knowledge_ambiguity", "[]"],
  ["conditions", '{"decimal": -1, "distinct": false}'],
  [
    "follow_up",
    '{"query": "More?", "sol_sql": "SELECT 2", "type": "aggregation", "rank": 12345678901234567890}',
  ],
  ["weight", "0.10"],
]);

/** The fields of a row that an edit of a task may touch. */
const fieldsOf: Record<string, string[]> = {
  clearQuestion: ["query"],
  goldSql: ["sol_sql"],
  cleanUpSql: ["clean_up_sqls", "clean_up_sql"],
  knowledgeIds: ["external_knowledge"],
  followUp: ["follow_up"],
  ambiguities: ["user_query_ambiguity", "knowledge_ambiguity", "environmental_ambiguity", "querent"],
};

function membersIn(row: string): { name: string; json: string }[] {
  const root = readJsonTree(row);
  if (root.kind !== "object") throw new Error("a row is an object");
  return root.members.map(({ name, value }) => ({ name, json: row.slice(value.from, value.to) }));
}

const readingOfBusy: Reading = {
  sql: "cli > 30",
  source: "person",
  operator: null,
  meaning: "more than 30",
  status: "kept",
  reason: null,
};

function only(file: TaskFile) {
  const [first, ...more] = file.tasks;
  if (first === undefined || more.length > 0)
    throw new Error(`one task is expected, not ${file.tasks.length}`);
  return first;
}

function edited(source: string, change: (task: Task) => Task): string {
  const read = readTask(source, 1);
  return writeTaskFile([{ task: change(read.task), source: read.source }], "bird-interact").trimEnd();
}

describe("a BIRD-Interact task", () => {
  test("is read into the words of the field", () => {
    const { task, source, row } = only(readTaskFile(`${lite}\n`, "lite.jsonl"));
    expect(Task.parse(task)).toEqual(task);
    expect({ form: source.form, row }).toEqual({ form: "bird-interact", row: 1 });
    expect(task).toMatchObject({
      instanceId: "harbour_1",
      clearQuestion: "Clear?",
      ambiguousQuestion: "Vague?",
      conditions: { decimals: null, distinct: false, order: false },
      ambiguities: [{ kind: "critical", term: "Vague", isMask: true, type: "x_y", origin: 0 }],
      followUp: { question: "More?", goldSql: ["SELECT 2"], conditions: null },
    });
  });

  test("T12: of the Full release has no clear question", () => {
    const full = lite.replace('"query": "Clear?", ', "");
    expect(readTask(full, 1).task.clearQuestion).toBeNull();
    expect(edited(full, (task) => ({ ...task, category: "Query" }))).toBe(
      full.replace(/}$/, ', "category": "Query"}'),
    );
  });

  test("T3, T4: an edit of one field leaves every other letter as it was", () => {
    expect(edited(lite, (task) => task)).toBe(lite);
    expect(edited(lite, (task) => ({ ...task, clearQuestion: "Clear now?" }))).toBe(
      lite.replace("Clear?", "Clear now?"),
    );
    expect(
      edited(lite, (task) => ({
        ...task,
        followUp: task.followUp && { ...task.followUp, question: "And?" },
      })),
    ).toBe(lite.replace("More?", "And?"));
    expect(
      edited(lite, (task) => ({
        ...task,
        ambiguities: task.ambiguities.map((each) => ({ ...each, term: "V" })),
      })),
    ).toBe(lite.replace('"term": "Vague"', '"term": "V"'));
  });

  test("T16: setting a condition adds no other", () => {
    expect(
      edited(lite, (task) => ({ ...task, conditions: { decimals: 2, distinct: false, order: false } })),
    ).toBe(lite.replace('"decimal": -1', '"decimal": 2'));
  });

  test("T6: a bare gold statement of the follow-up is one, and says so", () => {
    const { findings } = readTask(lite, 1);
    expect(findings.map(({ rule, where }) => [rule, where])).toContainEqual([
      "string-for-list",
      { kind: "follow-up", inside: { kind: "field", path: ["sol_sql"] } },
    ]);
    const two = (goldSql: string[]) =>
      edited(lite, (task) => ({ ...task, followUp: task.followUp && { ...task.followUp, goldSql } }));
    expect(two(["SELECT 3"])).toBe(lite.replace("SELECT 2", "SELECT 3"));
    expect(two(["SELECT 2", "SELECT 3"])).toBe(lite.replace('"SELECT 2"', '["SELECT 2", "SELECT 3"]'));
  });

  test("T7: clean_up_sql is read, reported, and written as clean_up_sqls once edited", () => {
    const older = lite.replace('"weight"', '"clean_up_sql": ["DROP VIEW v"], "weight"');
    const read = readTask(older, 1);
    expect(read.task.cleanUpSql).toEqual(["DROP VIEW v"]);
    expect(read.findings.map(({ rule }) => rule)).toContain("older-field-name");
    expect(edited(older, (task) => ({ ...task, cleanUpSql: ["DROP VIEW w"] }))).toBe(
      lite.replace(/}$/, ', "clean_up_sqls": ["DROP VIEW w"]}'),
    );
  });

  test("T10: a value of another shape is kept and reported, not lost", () => {
    const odd = lite.replace('["SELECT 1"]', '{"main": "SELECT 1"}').replace('"aggregation"', "[7]");
    const { task, findings } = readTask(odd, 1);
    expect(task.goldSql).toEqual([]);
    const shapes = findings.filter(({ rule }) => rule === "unexpected-shape");
    expect(shapes.map(({ where }) => where)).toEqual([
      { kind: "field", path: ["sol_sql"] },
      { kind: "follow-up", inside: { kind: "field", path: ["type"] } },
    ]);
    expect(edited(odd, (each) => ({ ...each, clearQuestion: "C" }))).toBe(odd.replace("Clear?", "C"));
  });

  test("T19: of a repeated field the last one counts", () => {
    const twice = lite.replace('"weight": 0.10', '"query": "Later"');
    const { task, findings } = readTask(twice, 1);
    expect(task.clearQuestion).toBe("Later");
    expect(findings.map(({ rule }) => rule)).toContain("field-repeated");
    expect(edited(twice, (each) => ({ ...each, clearQuestion: "C" }))).toBe(twice.replace("Later", "C"));
  });

  test("U1: dropping the follow-up drops its field and nothing else", () => {
    expect(edited(lite, (task) => ({ ...task, followUp: null }))).toBe(
      lite.replace(/, "follow_up": {.*?}/, ""),
    );
  });

  test("A7: deleting an ambiguity leaves the unknown fields of the others with them", () => {
    const second = '{"term": "B", "sql_snippet": "2", "mine": [1e2]}';
    const source = lite.replace('"by": 1.0}]', `"by": 1.0}, ${second}]`);
    const written = edited(source, (task) => ({ ...task, ambiguities: task.ambiguities.slice(1) }));
    expect(written).toContain(`"critical_ambiguity": [${second}]`);
    expect(written).not.toContain('"by"');
  });

  test("A14: words and readings go out under a field of Querent's own and come back", () => {
    const words = { words: "Above 3, I mean.", readings: [readingOfBusy] };
    const written = edited(lite, (task) => ({
      ...task,
      ambiguities: task.ambiguities.map((ambiguity, at) =>
        at === 0 ? { ...ambiguity, ...words } : ambiguity,
      ),
    }));
    expect(readTask(written, 1).task.ambiguities[0]).toMatchObject(words);
    const moved = written.replace('"ambiguity":1', '"ambiguity":7');
    expect(readTask(moved, 1).task.ambiguities[0]).toMatchObject(words);
    const clarified = readTask(written, 1);
    expect(lossesOf(clarified.task, "bird-interact")).toContainEqual({
      kind: "ignored",
      what: expect.stringMatching(/^the words or readings of 1 ambiguity .*querent/),
    });
    expect(writeTaskFile([clarified], "bird-interact", { withReadings: false }).trimEnd()).toBe(
      onOneLine(lite),
    );
  });

  test("A14: changes of the battery go out under the same field and come back", () => {
    const battery = {
      own: [
        { phase: 1 as const, question: "Above what?", expected: [{ action: "AMB" as const, ambiguity: 1 }] },
      ],
      leftOut: [{ phase: 2 as const, question: "Sort order?" }],
    };
    const written = edited(lite, (task) => ({ ...task, battery }));
    expect(written).toContain('"battery": {"own": ');
    const changed = readTask(written, 1);
    expect(changed.task.battery).toEqual(battery);
    expect(lossesOf(changed.task, "bird-interact")).toContainEqual({
      kind: "ignored",
      what: expect.stringMatching(/^2 changes of the battery of questions .*querent/),
    });
    expect(writeTaskFile([changed], "bird-interact", { withReadings: false }).trimEnd()).toBe(
      onOneLine(lite),
    );
    const odd = readTask(written.replace('"Above what?"', "7"), 1);
    expect(odd.task.battery).toEqual({ ...battery, own: [] });
  });

  test("A8: an environmental ambiguity goes out under a name of its own and comes back", () => {
    const noise: Ambiguity = {
      kind: "environmental",
      term: "crane hours",
      sqlSnippet: "hours IS NOT NULL",
      isMask: null,
      type: "null_value_ambiguity",
      column: "loads.hours",
      origin: null,
      ...noClarification,
    };
    const written = edited(lite, (task) => ({ ...task, ambiguities: [...task.ambiguities, noise] }));
    expect(readTask(written, 1).task.ambiguities.at(-1)).toEqual({ ...noise, origin: 0 });
    expect(readTask(written, 1).source.form).toBe("bird-interact");
  });

  test("T20: written without a source holds every field that the evaluators read", () => {
    const line = writeTaskFile([{ task: harbourTask, source: null }], "bird-interact");
    const row = JSON.parse(line);
    expect(Object.keys(row)).toEqual(
      expect.arrayContaining([
        "preprocess_sql",
        "clean_up_sqls",
        "sol_sql",
        "external_knowledge",
        "test_cases",
      ]),
    );
    expect(row.knowledge_ambiguity[0]).toEqual({
      term: "Crane Load Index",
      sql_snippet: "cli",
      is_mask: true,
      type: "knowledge_ambiguity",
      deleted_knowledge: 2,
    });
    const back = only(readTaskFile(line, "new.jsonl")).task;
    const numbered = (task: Task) => task.ambiguities.map((each) => ({ ...each, origin: null }));
    expect({ ...back, ambiguities: numbered(back) }).toEqual(harbourTask);
  });
});

describe("T8: a file of tasks", () => {
  const bad = '{"instance_id": "harbour_2", ';

  test("with a malformed line names the line and offers the rest", () => {
    const file = readTaskFile(
      `${lite}\n\n${bad}\n[1]\n${lite.replace("harbour_1", "harbour_3")}`,
      "mixed.jsonl",
    );
    expect(file.tasks.map(({ task, row }) => [task.instanceId, row])).toEqual([
      ["harbour_1", 1],
      ["harbour_3", 5],
    ]);
    expect(file.problems).toMatchObject([
      { file: "mixed.jsonl", row: 3, reason: expect.stringMatching(/^The line is not JSON: column 29: /) },
      { row: 4, reason: "The line is JSON, but not an object." },
    ]);
  });

  test("T1: with a row without an id names the field and offers the rest", () => {
    const file = readTaskFile(`{"query": "?"}\n{"instance_id": 7}\n${lite}`, "ids.jsonl");
    expect(file.problems).toMatchObject([
      { row: 1, field: "instance_id", reason: "The row has no instance_id." },
      { row: 2, field: "instance_id", reason: "instance_id is not a text." },
    ]);
    expect(file.tasks).toHaveLength(1);
  });

  test("T9: with one id twice reads both and reports the second", () => {
    const file = readTaskFile(`${lite}\r\n${lite}\r\n`, "twice.jsonl");
    expect(file.tasks).toHaveLength(2);
    expect(file.findings).toMatchObject([
      { rule: "instance-id-repeated", where: { kind: "file", file: "twice.jsonl", line: 2 } },
    ]);
  });

  test("may be a JSON list, one object over several lines, or start with a byte order mark", () => {
    const pretty = JSON.stringify(JSON.parse(lite), null, 2);
    expect(readTaskFile(`[${pretty},\n${lite}]`, "list.json").tasks.map(({ row }) => row)).toEqual([1, 2]);
    expect(only(readTaskFile(`\uFEFF${lite}`, "bom.jsonl")).source.text).toBe(lite);
    const one = only(readTaskFile(pretty, "one.json"));
    expect(one.source.text).toBe(pretty);
    const line = writeTaskFile([one], "bird-interact");
    expect(line.trimEnd()).not.toContain("\n");
    expect(JSON.parse(line)).toEqual(JSON.parse(pretty));
  });

  test.each([
    ["", "The file is empty."],
    ["\u0000\u0001binary", /^The file is not JSON: line 1, column 1: /],
    [`{\n  "instance_id": "a",\n`, /^The file is not JSON: line 3, column 1: /],
    [`[${lite}, {]`, /^The file is not JSON: line 1, column/],
    ["[".repeat(100_000), /nested/],
    ["question,db_id,gold_sql\nWhich?,pier,SELECT 1", "The file is a table (CSV), which is not read here."],
    ["question;db_id\nWhich, and why?;pier", "The file is a table (CSV), which is not read here."],
    ['"tasks"', "The item is not an object."],
    ["[1, 2]", "The item is not an object."],
  ])("that is none (%#) is refused with the reason, not with a crash", (text, reason) => {
    const file = readTaskFile(text, "none.jsonl");
    expect(file.tasks).toEqual([]);
    expect(file.problems[0]?.reason).toMatch(reason);
  });

  test("with a million faults reports a hundred", () => {
    expect(readTaskFile(`${lite}\n${"x\n".repeat(10_000)}`, "x.jsonl").problems).toHaveLength(100);
  });

  test("never crashes on any text, and every finding is a valid one", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(jsonText, fc.string()), { maxLength: 4 }), (lines) => {
        const file = readTaskFile(lines.join("\n"), "any");
        for (const finding of file.tasks.flatMap(({ findings }) => findings)) Finding.parse(finding);
      }),
    );
  });
});

describe("any task row", () => {
  const anyName = fc.string({ maxLength: 8 });
  const known = fc.constantFrom(
    ...[
      "selected_database",
      "query",
      "amb_user_query",
      "sol_sql",
      "external_knowledge",
      "test_cases",
      "category",
    ],
    ...["preprocess_sql", "clean_up_sqls", "clean_up_sql", "conditions", "user_query_ambiguity", "follow_up"],
    ...[
      "knowledge_ambiguity",
      "high_level",
      "difficulty_tier",
      "output_type",
      "environmental_ambiguity",
      "querent",
    ],
  );
  const anyRow = fc
    .array(fc.tuple(fc.oneof(known, anyName), jsonText), { maxLength: 8 })
    .map((members) => jsonObject([["instance_id", '"harbour_1"'], ...members], ""))
    // A repeated instance_id of another shape makes it no task.
    .filter(
      (row) => typeof JSON.parse(row).instance_id === "string" && JSON.parse(row).instance_id.trim() !== "",
    );
  const sqls = fc.array(fc.string(), { maxLength: 3 });
  const anyReading = fc.record<Reading>({
    sql: fc.string({ minLength: 1 }),
    source: fc.constantFrom("operator", "schema", "person"),
    operator: fc.option(fc.string()),
    meaning: fc.string(),
    status: fc.constantFrom("proposed", "kept", "rejected"),
    reason: fc.option(fc.string()),
  });
  const anyAmbiguity = fc.constantFrom("critical" as const, "non-critical" as const).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      term: fc.string(),
      sqlSnippet: fc.string(),
      isMask: fc.option(fc.boolean()),
      type: fc.constantFrom(...ambiguityTypes[kind]),
      origin: fc.option(fc.nat(3)),
      words: fc.option(fc.string()),
      readings: fc.array(anyReading, { maxLength: 2 }),
    }),
  );
  const anyEdit: fc.Arbitrary<Partial<Task>> = fc.oneof(
    fc.record({ clearQuestion: fc.option(fc.string()) }),
    fc.record({ goldSql: sqls }),
    fc.record({ cleanUpSql: sqls }),
    fc.record({ knowledgeIds: fc.array(fc.nat(99), { maxLength: 3 }) }),
    fc.record({ followUp: fc.option(fc.constant(harbourTask.followUp)) }),
    fc.record({
      ambiguities: fc
        .array(anyAmbiguity, { maxLength: 4 })
        .map((all) => [
          ...all.filter((a) => a.kind === "critical"),
          ...all.filter((a) => a.kind !== "critical"),
        ]),
    }),
  );

  test("T2: comes out as it went in, whatever its fields hold", () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const { task, source } = readTask(row, 1);
        expect(SourcedTask.parse({ task, source })).toEqual({ task, source });
        const line = writeTaskFile([{ task, source }], source.form).trimEnd();
        if (!/[\r\n]/.test(row)) expect(line).toBe(row);
        expect(line === row || JSON.parse(line)).toEqual(line === row || JSON.parse(row));
      }),
    );
  });

  test("T2: holds an edit, and every field beside the edited one has its old text", () => {
    fc.assert(
      fc.property(anyRow, anyEdit, (row, edit) => {
        const read = readTask(row, 1);
        const task = { ...read.task, ...edit };
        const source = { ...read.source, form: "bird-interact" as const };
        const line = writeTaskFile([{ task, source }], "bird-interact").trimEnd();
        const numbered = (each: Task) => ({
          ...each,
          ambiguities: each.ambiguities.map((ambiguity) => ({ ...ambiguity, origin: null })),
        });
        expect(numbered(readTask(line, 1).task)).toEqual(numbered(task));
        const edited = Object.keys(edit).flatMap((key) => fieldsOf[key] ?? []);
        const before = membersIn(onOneLine(row)).filter(({ name }) => !edited.includes(name));
        const after = membersIn(line).filter(({ name }) => !edited.includes(name));
        expect(after).toEqual(before);
      }),
    );
  });
});

describe("T14: before an export to BIRD-Interact", () => {
  test("nothing is said of a task that fits", () => {
    expect(lossesOf(harbourTask, "bird-interact")).toEqual([]);
  });

  test("it is said what other tools skip and what is missing", () => {
    const [first] = harbourTask.ambiguities as [Ambiguity];
    const noise = { ...first, kind: "environmental", column: null } as Ambiguity;
    const task = { ...harbourTask, ambiguousQuestion: null, followUp: null, category: "Management" };
    expect(lossesOf({ ...task, ambiguities: [noise] }, "bird-interact")).toEqual([
      { kind: "ignored", what: expect.stringMatching(/^1 environmental ambiguity /) },
      { kind: "missing", what: "an ambiguous question (amb_user_query)" },
      { kind: "missing", what: "a follow-up (follow_up)" },
      { kind: "missing", what: expect.stringContaining("_M_ in the id harbour_4") },
    ]);
  });
});

const published = [
  ["bird-interact/bird_interact_full_4_tasks_public.jsonl", 4],
  ["bird-interact/bird_interact_lite_alien_1_public.jsonl", 1],
] as const;

for (const [name, count] of published) {
  const file = sharedData(name);
  describe.skipIf(file === null)(
    `${name}${file === null ? " (skipped: ../shared/data is absent)" : ""}`,
    () => {
      test(`T2: its ${count} tasks come out letter by letter`, () => {
        const text = readFileSync(file ?? "", "utf8");
        const read = readTaskFile(text, name);
        expect(read.problems).toEqual([]);
        expect(read.tasks).toHaveLength(count);
        expect(writeTaskFile(read.tasks, "bird-interact")).toBe(text);
      });

      test("T10: has no value of an unexpected shape", () => {
        const { tasks } = readTaskFile(readFileSync(file ?? "", "utf8"), name);
        expect(
          tasks.flatMap(({ findings }) => findings.filter(({ rule }) => rule === "unexpected-shape")),
        ).toEqual([]);
      });
    },
  );
}

const lists = ["a_interact_samples.json", "c_interact_samples.json", "livesqlbench_single_turn_samples.json"];
test.skipIf(sharedData("bird-interact") === null).each(lists)(
  `T18: %s holds dialogues and is refused as such${sharedData("bird-interact") === null ? " (skipped: ../shared/data is absent)" : ""}`,
  (name) => {
    const text = readFileSync(sharedData(`bird-interact/${name}`) ?? "", "utf8");
    const file = readTaskFile(text, name);
    expect(file.tasks).toEqual([]);
    expect(file.problems).toMatchObject([{ reason: expect.stringMatching(/dialogues/) }]);
  },
);

const liteFile = sharedData(published[1][0]);
test.skipIf(liteFile === null)(
  `A2: the published defect of alien_1 is a finding${liteFile === null ? " (skipped: ../shared/data is absent)" : ""}`,
  () => {
    const { findings } = only(readTaskFile(readFileSync(liteFile ?? "", "utf8"), "lite"));
    expect(findings.map(({ rule, severity, where }) => [rule, severity, where])).toEqual([
      ["term-not-in-question", "warning", { kind: "ambiguity", index: 1 }],
      ["term-not-in-question", "info", { kind: "ambiguity", index: 2 }],
    ]);
  },
);
