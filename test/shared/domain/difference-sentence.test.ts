import { describe, expect, it } from "vitest";
import { type DifferenceDetail, type DifferenceKind, differenceKinds } from "#shared/domain/difference.ts";
import { differenceSentence } from "#shared/domain/difference-sentence.ts";
import type { RunStatus } from "#shared/domain/result.ts";

/** A side with columns of these names and so many rows. */
function side(names: string, rowCount: number, status: RunStatus = "ok") {
  const columns = names.split(" ").map((name) => ({ name, declaredType: "" }));
  return { status, columns, rowCount };
}

type Side = ReturnType<typeof side>;
const one = side("city", 1);
const two = side("city n", 5);
const failed = side("", 0, "error");

const cases: [DifferenceKind, DifferenceDetail, Side, Side, string][] = [
  ["missing-database", {}, failed, failed, "The database was not found, so neither statement ran."],
  [
    "timeout",
    { side: "predicted" },
    side("", 0, "timeout"),
    one,
    "The prediction did not finish within the time limit. The gold returns 1 row.",
  ],
  ["timeout", { side: "both" }, failed, failed, "Neither statement finished within the time limit."],
  [
    "timeout",
    { side: "gold" },
    failed,
    side("", 0, "timeout"),
    "The gold did not finish within the time limit. The prediction fails.",
  ],
  [
    "error",
    { side: "predicted", message: "no such column: b" },
    failed,
    two,
    "The prediction fails: no such column: b. The gold returns 5 rows.",
  ],
  [
    "error",
    { side: "both", message: 'near "x": syntax error' },
    failed,
    failed,
    'Neither statement runs: near "x": syntax error.',
  ],
  ["identical", {}, one, one, "Both results are identical: 1 row."],
  ["identical", {}, two, two, "Both results are identical: 5 rows in the same order."],
  ["identical", { side: "both" }, side("a", 0), side("a", 0), "Both results are empty."],
  [
    "order",
    { goldOrdered: true },
    two,
    two,
    "The same 5 rows in another order, and the gold asks for an order.",
  ],
  [
    "order",
    { goldOrdered: false },
    two,
    side("a", 12345),
    "The same 12,345 rows in another order; the gold does not ask for one, so it does not count.",
  ],
  ["duplicates", {}, two, one, "Equal without duplicates: the prediction returns 5 rows, the gold 1."],
  [
    "columns-permuted",
    { columnMap: [1, 0] },
    two,
    side("n city", 5),
    'The same rows with the columns in another order: predicted "n" and "city" for gold "n" and "city".',
  ],
  [
    "columns-permuted",
    { columnMap: [1, 0], decimals: 1, columns: [0], alsoDuplicates: true },
    two,
    side("n city", 5),
    'The same rows with the columns in another order: predicted "n" and "city" for gold "n" and "city", equal after rounding to 1 decimal place in column "n", without duplicates.',
  ],
  [
    "rounding",
    { decimals: 2, columns: [1] },
    two,
    two,
    'Equal after rounding to 2 decimal places in column "n".',
  ],
  ["rounding", { decimals: 0, columns: [0] }, one, one, "Equal after rounding to 0 decimal places."],
  [
    "form",
    { forms: ["case", "whitespace"], columns: [0] },
    two,
    two,
    'Equal except for upper and lower case and spaces in column "city".',
  ],
  [
    "form",
    { forms: ["date-format"], dayOrder: "day-first", columns: [0] },
    one,
    one,
    "Equal except for the date format (03/04 read day first).",
  ],
  [
    "form",
    { forms: ["number-as-text"], decimals: 1, columns: [0, 1], alsoOrder: true, goldOrdered: true },
    two,
    two,
    'Equal except for numbers stored as text and rounding to 1 decimal place in columns "city" and "n", in another order of rows, and the gold asks for an order.',
  ],
  [
    "extra-columns",
    { columnMap: [0], columnNames: ["n"] },
    two,
    side("city", 5),
    'The prediction has 1 column more than the gold ("n"); what both have is equal.',
  ],
  [
    "extra-columns",
    { side: "both", columnNames: ["n"] },
    side("n n city", 0),
    side("city", 0),
    "The prediction has 2 columns more than the gold; both results are empty.",
  ],
  [
    "missing-columns",
    { columnMap: [2, 0], columnNames: ["b"] },
    side("x y", 3),
    side("a b c", 3),
    'The prediction has 1 column fewer than the gold ("b"); what both have is equal, in another order of columns.',
  ],
  ["one-empty", { side: "predicted" }, side("a", 0), two, "The prediction returns no rows, the gold 5."],
  ["one-empty", { side: "gold" }, two, side("a", 0), "The gold returns no rows, the prediction 5."],
  [
    "limit-tie",
    { side: "gold", limit: 1, tiedRows: 4, tiedWithin: 1 },
    one,
    one,
    "The gold's LIMIT 1 cuts through a tie: 4 rows share the last place and 1 of them is returned. The results differ only in those rows.",
  ],
  [
    "subset",
    { onlyPredicted: 0, onlyGold: 2 },
    side("a", 3),
    two,
    "The prediction lacks 2 of the gold's 5 rows and adds none.",
  ],
  [
    "subset",
    { onlyPredicted: 1, onlyGold: 4 },
    side("a", 2),
    side("a", 5),
    "The prediction returns only rows of the gold, but lacks 4 of the gold's 5 rows and repeats 1 of its own 2.",
  ],
  [
    "superset",
    { onlyPredicted: 4, onlyGold: 0, columnNames: ["n"], columnMap: [0] },
    two,
    one,
    'Apart from its extra column "n", the prediction returns every row of the gold and 4 more.',
  ],
  [
    "superset",
    { onlyPredicted: 4, onlyGold: 0, columnMap: [1, 0] },
    two,
    side("n city", 1),
    "With its columns in the gold's order, the prediction returns every row of the gold and 4 more.",
  ],
  [
    "different",
    { onlyPredicted: 1, onlyGold: 1, common: 0, columns: [0] },
    one,
    one,
    "Both return a single value, and the values differ.",
  ],
  [
    "different",
    { onlyPredicted: 1, onlyGold: 1, common: 0, columns: [1] },
    side("a b", 1),
    side("a b", 1),
    'Both return one row, and it differs in column "b".',
  ],
  [
    "different",
    { onlyPredicted: 3, onlyGold: 1, common: 2, columns: [0, 1] },
    two,
    side("a b", 3),
    "3 rows only in the prediction, 1 only in the gold, 2 in both.",
  ],
  [
    "different",
    { onlyPredicted: 1, onlyGold: 1, common: 0, columns: [] },
    two,
    side("a b", 5),
    "1 row only in the prediction, 1 only in the gold, none in both. Each column has the same values, but combined in other rows.",
  ],
  [
    "different",
    { onlyPredicted: 1, onlyGold: 5 },
    one,
    two,
    "The prediction returns 1 column, the gold 2, and the rows are not equal however the columns are paired.",
  ],
  [
    "different",
    { onlyNulls: "predicted", onlyPredicted: 1, onlyGold: 1, common: 0 },
    one,
    one,
    "The prediction returns one row of NULL, as an aggregate over no rows does; the gold does not.",
  ],
];

describe("differenceSentence", () => {
  it.each(cases)("says of %s %j", (kind, detail, predicted, gold, sentence) => {
    expect(differenceSentence({ kind, detail }, predicted, gold)).toBe(sentence);
  });

  it("has a sentence for every kind", () => {
    expect(new Set(cases.map(([kind]) => kind))).toEqual(new Set(differenceKinds));
  });

  it("adds what could not be read or tried", () => {
    const detail = { onlyPredicted: 1, onlyGold: 2, common: 3, incomplete: true, exactOnly: true };
    expect(differenceSentence({ kind: "different", detail }, one, side("a", 5))).toBe(
      "1 row only in the prediction, 2 only in the gold, 3 in both. The results are too large to look for rounding and format differences. The result was cut off: this describes only the first 1 row of the prediction and 5 rows of the gold.",
    );
  });

  it("names a few columns and counts the rest", () => {
    const columnNames = [..."abcdefgh"];
    const gold = side("z a b c d e f g h", 2);
    expect(
      differenceSentence(
        { kind: "missing-columns", detail: { columnMap: [0], columnNames } },
        side("z", 2),
        gold,
      ),
    ).toContain('("a", "b", "c", "d", "e" and 3 more)');
  });
});
