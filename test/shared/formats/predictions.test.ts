import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BadInput, problemLimit } from "../../../shared/formats/bad-input.ts";
import { readPredictions } from "../../../shared/formats/predictions.ts";
import { sharedData } from "../../support/shared-data.ts";

const item = {
  question_id: 7,
  db_id: "harbour",
  question: "How many ships?",
  predicted_sql: "SELECT 1",
  gold_sql: "SELECT 2",
};

function read(content: unknown) {
  return readPredictions(typeof content === "string" ? content : JSON.stringify(content), "file.json");
}

function problemsOf(content: unknown) {
  try {
    read(content);
  } catch (error) {
    if (error instanceof BadInput) return error.problems;
    throw error;
  }
  throw new Error("the file was not refused");
}

describe("reading predictions", () => {
  it("reads a list, an object with items, and JSON lines alike (SPEC P2)", () => {
    const list = read([item, item]);
    const wrapped = read({ made: "today", items: [item, item] });
    const lines = read(`\ufeff${JSON.stringify(item)}\r\n\r\n${JSON.stringify(item)}\r\n`);
    for (const { items } of [list, wrapped, lines])
      expect(items).toMatchObject([
        { questionId: 7, dbId: "harbour", predictedSql: "SELECT 1", goldSql: "SELECT 2" },
        { questionId: 7 },
      ]);
    expect(lines.items.map(({ row }) => row)).toEqual([1, 3]);
    expect(list.form).toBe("predictions, JSON list");
    expect(wrapped.form).toBe("predictions, JSON object with items");
    expect(lines.form).toBe("predictions, JSON lines");
  });

  it.each([
    [{ pred_sql: "p", SQL: "g", question: "q", db_id: "d" }],
    [{ prediction: "p", gold: "g", query: "q", db: "d" }],
    [{ predicted: "p", query: "g", question: "q", database: "d" }],
  ])("knows the field names of other benchmarks: %j (SPEC P2)", (fields) => {
    expect(read([fields]).items).toMatchObject([
      { predictedSql: "p", goldSql: "g", question: "q", dbId: "d", questionId: null, extra: {} },
    ]);
  });

  it("keeps several predictions of one question apart (SPEC P3)", () => {
    const { items } = read([item, { ...item, predicted_sql: "SELECT 3" }, item]);
    expect(items.map(({ predictedSql }) => predictedSql)).toEqual(["SELECT 1", "SELECT 3", "SELECT 1"]);
  });

  it("keeps unknown fields, and the item's text byte for byte (SPEC P4)", () => {
    const text = `[ {"ex":1.0,"big":12345678901234567890, ${JSON.stringify(item).slice(1)} ]`;
    const { items, unknownFields, layout } = read(text);
    expect(items[0]?.extra).toEqual({ ex: 1, big: Number("12345678901234567890") });
    expect(unknownFields).toEqual(["ex", "big"]);
    expect(layout.prologue + items[0]?.source + layout.epilogue).toBe(text);
  });

  it("keeps a question id that JavaScript would round as its exact text (SPEC P4)", () => {
    const text = JSON.stringify([item]).replace('"question_id":7', '"question_id":9007199254740993');
    expect(read(text).items[0]?.questionId).toBe("9007199254740993");
  });

  it.each([
    [true, "yes"],
    ["Yes", "yes"],
    [1, "yes"],
    [false, "no"],
    ["incorrect", "no"],
    [0, "no"],
  ])("reads the label %j, a no without note too (SPEC P5)", (label, expected) => {
    expect(read([{ ...item, label }]).items[0]?.judgement).toMatchObject({ label: expected, note: "" });
  });

  it("keeps every note whole and shows a label to nobody but the importer (SPEC P5)", () => {
    const { items, labels, form } = read([
      { ...item, label: false, reason_1: "GOLD FALSE: a", reason_2: "b " },
      { ...item, label: null, reason_1: "", reason_2: "" },
    ]);
    expect(items[0]?.judgement).toMatchObject({
      label: "no",
      note: "GOLD FALSE: a\n\nb ",
      diagnoses: ["GoldX"],
    });
    expect(items[0]?.extra).toEqual({});
    expect(items[1]?.judgement).toBeNull();
    expect({ labels, form }).toEqual({ labels: 1, form: "ROSE consensus (reason_1, reason_2), JSON list" });
  });

  it("takes a prediction that is empty or null, as a system may give none", () => {
    const { items } = read([
      { ...item, predicted_sql: null },
      { ...item, predicted_sql: "" },
    ]);
    expect(items.map(({ predictedSql }) => predictedSql)).toEqual(["", ""]);
  });

  it("reports file, row, field, reason and fix of every defect at once (SPEC P1)", () => {
    const { db_id: _, ...withoutDatabase } = item;
    expect(problemsOf([item, withoutDatabase, { ...item, label: "perhaps", gold_sql: 5 }, "text"])).toEqual([
      expect.objectContaining({ file: "file.json", row: 2, field: "db_id", reason: "The field is missing." }),
      expect.objectContaining({ row: 3, field: "gold_sql", reason: "The field is a number." }),
      expect.objectContaining({ row: 3, field: "label", reason: '"perhaps" is not a label of the project.' }),
      expect.objectContaining({ row: 4, field: null, reason: "The item is a text, not an object." }),
    ]);
  });

  it("refuses a field that occurs twice in an item, as one of the two would be lost (SPEC P1)", () => {
    const text = `[${JSON.stringify(item).replace("{", '{"gold_sql":"x",')}]`;
    expect(problemsOf(text)).toMatchObject([
      { row: 1, field: "gold_sql", reason: expect.stringContaining("twice") },
    ]);
  });

  it("refuses a file of which only some items have predictions (SPEC P1)", () => {
    const { predicted_sql: _, ...task } = item;
    expect(read([task, task]).form).toContain("gold SQL alone");
    expect(problemsOf([task, item])).toMatchObject([{ row: 2, field: "predicted_sql" }]);
    expect(problemsOf([item, task])).toMatchObject([{ row: 2, field: "predicted_sql" }]);
  });

  it(`reports at most ${problemLimit} problems (SPEC P1)`, () => {
    expect(problemsOf(Array.from({ length: 150 }, () => ({})))).toHaveLength(problemLimit);
  });

  it.each([
    ["", "empty"],
    ["  \n", "empty"],
    ["[]", "no items"],
    ["5", "single value"],
    ['{\n"1": {"a": 1},\n"2": {"a": 2}}', "one object with the fields 1, 2"],
    [JSON.stringify([item]).slice(0, -1), "cut off"],
    [JSON.stringify([item]).slice(0, 40), "never closed"],
    [`[\n${JSON.stringify(item)}\n${JSON.stringify(item)}]`, "line 3, column 1"],
    [`${JSON.stringify(item)}\n{"db_id"`, "line 2"],
    [`${JSON.stringify(item)} ${JSON.stringify(item)}`, "second value"],
    [`${JSON.stringify([item])} x`, "after the end"],
    [`[{"a": ${"[".repeat(1_000_000)}`, "nested"],
    ["question_id,db_id,question\n1,a,b\n", 'it begins with "question_id,db_id,question".'],
    ["\u0000\u0001PNG", "it begins with"],
  ])("refuses a file of another shape: %.30j (SPEC P1)", (text, reason) => {
    const [problem] = problemsOf(text);
    expect(problem).toMatchObject({ file: "file.json", row: null, reason: expect.stringContaining(reason) });
    expect(problem?.fix).not.toBe("");
  });
});

const real: [file: string, items: number, labels: number][] = [
  ["rose-vec/rose-vec-bird.json", 322, 322],
  ["rose-vec/rose-vec-spider.json", 263, 263],
  ["rose-vec/annotators/bird_1.json", 155, 155],
  ["rose-vec/annotators/spider_2.json", 100, 100],
  ["spider-dev/ic_spider_dev.json", 1034, 0],
  ["spider-dev/predictions-gpt-4.json", 1034, 0],
  ["spider-dev/predictions-gpt-3.5-react.json", 994, 0],
];

describe.each(real)("the real file %s", (file, count, labelled) => {
  const path = sharedData(file);
  it.skipIf(path === null)(`is read whole${path ? "" : " (skipped: ../shared/data is absent)"}`, () => {
    const text = readFileSync(path ?? "", "utf8");
    const { items, labels, layout } = readPredictions(text, file);
    expect([items.length, labels]).toEqual([count, labelled]);
    expect(layout.prologue + items.map((i) => i.lead + i.source).join("") + layout.epilogue).toBe(text);
  });
});
