import { describe, expect, it } from "vitest";
import {
  checkKinds,
  goldNames,
  newCheck,
} from "../../../../renderer/features/tasks/task/tests/form/check-words.ts";
import {
  measuredCheck,
  measureOf,
} from "../../../../renderer/features/tasks/task/tests/form/measured-check.ts";
import {
  expectedOf,
  readRows,
  readValue,
  rowsText,
} from "../../../../renderer/features/tasks/task/tests/form/value-text.ts";
import type { StatementRun } from "../../../../shared/domain/task-run.ts";
import { type TestCheck, TestForm } from "../../../../shared/domain/test-form.ts";
import { readTestForm } from "../../../../shared/formats/test-form/read-test-form.ts";
import { writeTestForm } from "../../../../shared/formats/test-form/write-test-form.ts";

const ran = (types: string[], ...rows: StatementRun["rows"]): StatementRun => ({
  ...{ sql: "", command: "SELECT", status: "ok", truncated: false, affected: null, notices: [], error: null },
  columns: types.map((declaredType, at) => ({ name: `c${at + 1}`, declaredType })),
  rows,
  rowCount: rows.length,
  elapsedMs: 1,
});

describe("the values of a form", () => {
  it("are written one row a line and read again as they were", () => {
    const rows = [
      [{ number: "12.50" }, null, { text: "it's, so" }],
      [true, { text: "two\nlines" }, false],
    ];
    expect(rowsText(rows)).toBe("12.50, NULL, 'it''s, so'\ntrue, 'two\\nlines', false");
    expect(readRows(rowsText(rows))).toEqual(rows);
    expect(readRows(" -1 ,\t'a'\n\n null, TRUE")).toEqual([
      [{ number: "-1" }, { text: "a" }],
      [null, true],
    ]);
  });

  it("that are none are told by their line", () => {
    expect(readRows("1, 2\nhalf a word")).toEqual({ badLine: 2 });
    expect(readRows("1,")).toEqual({ badLine: 1 });
    expect(readValue("'open")).toBeUndefined();
    expect(readValue("1, 2")).toBeUndefined();
    expect(readValue("1e5")).toBeUndefined();
  });

  it("are those that Python sees, whatever the server writes", () => {
    expect(expectedOf("i7", "bigint")).toEqual({ number: "7" });
    expect(expectedOf("r1.5e-7", "double precision")).toEqual({ number: "0.00000015" });
    expect(expectedOf("r1e21", "double precision")).toEqual({ number: "1000000000000000000000" });
    expect(expectedOf("dNaN", "numeric")).toBeUndefined();
    expect(expectedOf("tt", "boolean")).toBe(true);
    expect(expectedOf("t2024-03-01 10:00:00.5+00", "timestamp with time zone")).toEqual({
      text: "2024-03-01 10:00:00.500000+00:00",
    });
    expect(expectedOf("t2024-03-01", "date")).toEqual({ text: "2024-03-01" });
    expect(expectedOf("t{1,2}", "integer[]")).toBeUndefined();
    expect(expectedOf(null, "jsonb")).toBeNull();
  });
});

describe("a new check", () => {
  it("guesses its names from the gold", () => {
    expect(goldNames("CREATE OR REPLACE FUNCTION hazard(x int) RETURNS int AS $$ … $$")).toEqual({
      made: { object: "function", name: "hazard" },
      table: "table_name",
    });
    expect(goldNames("CREATE MATERIALIZED VIEW v AS SELECT 1 FROM wells")).toMatchObject({
      made: { object: "view", name: "v" },
      table: "v",
    });
    expect(goldNames("update only wells set x = 1")).toEqual({ made: null, table: "wells" });
  });

  it("of every kind is Python that the form reads again (SPEC F2)", () => {
    for (const kind of checkKinds) {
      const form = { checks: [newCheck(kind, ["UPDATE wells SET depth = 1"])] };
      expect(TestForm.safeParse(form).success).toBe(true);
      expect(readTestForm(writeTestForm(form))).toEqual(form);
    }
  });
});

describe("what a check expects", () => {
  const check = (kind: TestCheck["kind"]) => newCheck(kind, ["UPDATE wells SET depth = 1"]);

  it("is taken from the state after the gold, of what must not change from the one before", () => {
    expect(checkKinds.map((kind) => measureOf(check(kind))?.on)).toEqual([
      ...["after", "after", "after", "after", "after", "before"],
    ]);
    expect(measureOf({ ...check("object-exists"), object: "function" } as TestCheck)).toBeNull();
  });

  it("are the rows, the count, the columns, the values, the fingerprint", () => {
    expect(measuredCheck(check("query-returns"), ran(["integer", "text"], ["i1", "ta"]))).toMatchObject({
      expected: { kind: "rows", rows: [[{ number: "1" }, { text: "a" }]], isOrdered: false },
    });
    expect(measuredCheck(check("query-returns"), ran(["integer"]))).toMatchObject({
      expected: { kind: "no-rows" },
    });
    expect(measuredCheck(check("row-count"), ran(["bigint"], ["i42"]))).toMatchObject({ count: 42 });
    expect(measuredCheck(check("object-exists"), ran(["text"], ["tid"], ["tname"]))).toMatchObject({
      columns: ["id", "name"],
    });
    expect(measuredCheck(check("value-within"), ran(["numeric"], ["d1.25"]))).toMatchObject({
      value: "1.25",
    });
    expect(measuredCheck(check("function-returns"), ran(["integer"], ["i3"]))).toMatchObject({
      cases: [{ expected: { number: "3" } }],
    });
    expect(measuredCheck(check("unchanged"), ran(["bigint", "text"], ["i2", "tabc"]))).toMatchObject({
      rows: 2,
      fingerprint: "abc",
    });
  });

  it("is refused where it cannot be told, in a sentence", () => {
    expect(measuredCheck(check("object-exists"), ran(["text"]))).toBe(
      "After the gold there is no such object.",
    );
    expect(measuredCheck(check("value-within"), ran(["text"], ["tx"]))).toBe(
      "The query does not give a number.",
    );
    expect(measuredCheck(check("query-returns"), ran(["jsonb"], ["t{}"]))).toContain("Cast it to text");
    const failed = { ...ran([]), status: "error" as const };
    const error = { message: "no such table", kind: "sql" as const, offset: null };
    expect(measuredCheck(check("row-count"), { ...failed, error })).toBe("no such table");
  });
});
