import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { expectAsDocumented, runQuerent } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const database = new DatabaseSync(path.join(folder, "harbour.sqlite"));
database.exec(
  "CREATE TABLE ship (id INTEGER, name TEXT); INSERT INTO ship VALUES (1, 'A'), (2, 'B'), (3, 'B')",
);
database.close();

const gold = "SELECT name FROM ship";
const item = (id: number, predicted_sql: string, label: unknown, reason = "", db_id = "harbour") => ({
  ...{ question_id: id, db_id, question: `q${id}`, predicted_sql, gold_sql: gold, label, reason },
});
function file(name: string, value: unknown): string {
  const at = path.join(folder, name);
  writeFileSync(at, JSON.stringify(value));
  return at;
}
async function metrics(input: string, databases = folder, ...more: string[]) {
  const out = path.join(folder, "metrics.json");
  const ran = await runQuerent("metrics", "--input", input, "--databases", databases, "--out", out, ...more);
  return { ...ran, value: ran.code === 2 ? null : JSON.parse(readFileSync(out, "utf8")) };
}

const items = [
  item(1, "SELECT name FROM ship", true),
  item(2, "SELECT DISTINCT name FROM ship", false, "GOLD FALSE: names twice"),
  item(3, "SELECT id FROM ship", false, "AMBIGUOUS QUESTION: which name"),
  item(4, "SELECT upper(name) FROM ship", true),
  item(5, "SELECT nothing FROM ship", false),
  item(6, "DROP TABLE ship", false),
  item(7, "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT count(*) FROM n", false),
  item(8, "SELECT name FROM ship", true, "", "elsewhere"),
  item(9, "SELECT name FROM ship", null),
];

describe("metrics", () => {
  it("holds every metric against the experts' labels, whatever the SQL tries", async () => {
    const { code, value, results, notes } = await metrics(
      file("labelled.json", items),
      folder,
      "--time-limit-ms",
      "300",
    );
    expect(code).toBe(0);
    expect(value).toMatchObject({ n_items: 9, n_labelled: 8, n_yes: 3 });
    const counts = (name: string) => {
      const { n, undefined: unknown, tp, tn, fp, fn } = value.metrics[name];
      return [n, unknown, tp, tn, fp, fn];
    };
    // Of sets alone, and of what drops DISTINCT, item 2 equals its gold; the database of item 8 is missing.
    expect(counts("ex_set")).toEqual([7, 1, 2, 4, 1, 0]);
    expect(counts("ex_multiset")).toEqual([7, 1, 2, 5, 0, 0]);
    expect(counts("ex_ordered")).toEqual(counts("ex_multiset"));
    expect(counts("soft_ex_shipped")).toEqual([7, 1, 2, 4, 1, 0]);
    expect(counts("soft_ex_fixed")).toEqual([7, 1, 2, 4, 1, 0]);
    expect(counts("exact_match")).toEqual([8, 0, 2, 5, 0, 1]);
    expect(counts("exact_set_match")).toEqual([8, 0, 2, 4, 1, 1]);
    expect(value.metrics.ex_multiset).toMatchObject({ accuracy: 1, kappa: 1, mcc: 1, f1: 1 });
    expect(value.components.compounds).toMatchObject({ tp: 0, accuracy: null, kappa: null, mcc: null });
    expect(notes).toContain("Databases that were not found: 1 (elsewhere).");
    const left = new DatabaseSync(path.join(folder, "harbour.sqlite"), { readOnly: true });
    expect(left.prepare("SELECT count(*) AS n FROM ship").get()).toEqual({ n: 3 });
    left.close();
    await expectAsDocumented("metrics", [value]);
    await expectAsDocumented("metrics-summary", results);
  });

  it("holds judges' verdicts and diagnoses against labels and notes", async () => {
    const scores = items.slice(0, 4).map(({ question_id, predicted_sql }, at) => ({
      ...{ question_id: String(question_id), predicted_sql, score: [1, 1, 0, -1][at] },
    }));
    const refuted = [
      { question_id: 2, result: { verdict: false, ambiguity: "na", gold_correct: false } },
      { question_id: 3, result: { verdict: true, ambiguity: "Ambiguous question ", gold_correct: false } },
      {
        question_id: 1,
        result: { verdict: false, ambiguity: "ambiguous question, ambiguous schema", gold_correct: true },
      },
      { question_id: 77, result: null },
    ];
    const { value } = await metrics(
      file("labelled.json", items.slice(0, 5)),
      folder,
      "--judge",
      `o3=${file("eval_results.json", scores)}`,
      `o3=${file("refuter_output.json", refuted)}`,
    );
    const [judge] = value.judges;
    expect(judge).toMatchObject({ judge: "o3", unmatched: 1 });
    expect(judge.score).toMatchObject({ n: 3, undefined: 2, tp: 1, fp: 1, tn: 1, fn: 0 });
    expect(judge.gold_x).toMatchObject({ n: 3, undefined: 2, precision: 0.5, recall: 1 });
    expect(judge.amb_q).toMatchObject({ n: 3, precision: 1, recall: 1, tn: 2 });
  });

  it("refuses what is no judge's file, and says so where nothing is labelled", async () => {
    const labelled = file("labelled.json", items);
    const odd = file("odd.json", [{ question_id: 1, score: "high" }]);
    expect(await metrics(labelled, folder, "--judge", odd)).toMatchObject({
      code: 2,
      notes: expect.stringContaining("NAME=FILE"),
    });
    expect(await metrics(labelled, folder, "--judge", `x=${odd}`)).toMatchObject({
      code: 2,
      notes: expect.stringContaining("odd.json, row 1: The item is no result of a judge."),
    });
    const bare = await metrics(file("bare.json", [item(9, gold, null)]));
    expect(bare).toMatchObject({ code: 1, value: { n_labelled: 0 } });
    expect(bare.value.metrics.ex_set).toMatchObject({ n: 0, accuracy: null });
  });

  const rose = sharedData("rose-vec");
  it.skipIf(rose === null)(
    "never takes a prediction for right on ROSE's real files that the experts hold for wrong (else skipped: no ../shared/data)",
    async () => {
      const spider = await metrics(
        path.join(rose ?? "", "rose-vec-spider.json"),
        path.join(rose ?? "", "databases"),
      );
      expect(spider.value).toMatchObject({ n_items: 263, n_labelled: 263, n_yes: 210 });
      expect(spider.value.metrics.ex_set).toMatchObject({
        n: 79,
        undefined: 184,
        tp: 7,
        tn: 16,
        fp: 0,
        fn: 56,
      });
      expect(spider.value.metrics.exact_set_match).toMatchObject({ n: 263, undefined: 0 });
    },
  );
});
