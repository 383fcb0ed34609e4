import { describe, expect, it } from "vitest";
import { wrongAnswers } from "../../../../shared/sql/mutate/wrong-answers.ts";
import { parseTree } from "../../../../shared/sql/tree/parse-tree.ts";

const answersTo = (...gold: string[]) =>
  wrongAnswers(
    gold,
    gold.map((sql) => parseTree(sql, "postgresql")),
  );

describe("the plainest wrong answers", () => {
  it("to a query are doing nothing and its columns without a row", () => {
    expect(answersTo("CREATE TEMP TABLE t (a int)", "SELECT a FROM t ORDER BY a;")).toEqual({
      nothing: ["SELECT 1"],
      emptyResult: [
        "CREATE TEMP TABLE t (a int)",
        "SELECT * FROM (\nSELECT a FROM t ORDER BY a\n) AS nothing WHERE 1 = 0",
      ],
      everyRow: null,
    });
  });

  it("to a change let it loose on every row, and leave the other texts alone", () => {
    expect(answersTo("INSERT INTO log VALUES (1)", "UPDATE ship SET name = 'x' WHERE id = 1")).toEqual({
      nothing: ["SELECT 1"],
      emptyResult: null,
      everyRow: ["INSERT INTO log VALUES (1)", "UPDATE ship SET name = 'x' "],
    });
  });

  it("to no gold, or to several statements in one text, is doing nothing alone", () => {
    expect(answersTo()).toMatchObject({ emptyResult: null, everyRow: null });
    expect(answersTo("SELECT 1; SELECT 2")).toMatchObject({ emptyResult: null, everyRow: null });
  });
});
