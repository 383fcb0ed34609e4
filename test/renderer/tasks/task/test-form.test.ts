import { describe, expect, it } from "vitest";
import {
  checkEntries,
  checkKinds,
  goldNames,
  newCheck,
} from "../../../../renderer/features/tasks/task/tests/form/check-words.ts";
import { foreignForm } from "../../../../renderer/features/tasks/task/tests/form/foreign-form.ts";
import {
  fingerprinted,
  measuredCheck,
  measureOf,
} from "../../../../renderer/features/tasks/task/tests/form/measured-check.ts";
import {
  readRows,
  readValue,
  rowsText,
} from "../../../../renderer/features/tasks/task/tests/form/value-text.ts";
import type { StatementPreview } from "../../../../shared/domain/task-run.ts";
import { type TestCheck, TestForm } from "../../../../shared/domain/test-form.ts";
import { expectedOf } from "../../../../shared/formats/test-form/expected-of.ts";
import { readTestForm } from "../../../../shared/formats/test-form/read-test-form.ts";
import { writeTestForm } from "../../../../shared/formats/test-form/write-test-form.ts";
import type { SqlDialect } from "../../../../shared/sql/lex.ts";

const ran = (types: string[], ...rows: StatementPreview["rows"]): StatementPreview => ({
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
    expect(expectedOf("i7", "bigint", "postgresql")).toEqual({ number: "7" });
    expect(expectedOf("r1.5e-7", "double precision", "postgresql")).toEqual({ number: "0.00000015" });
    expect(expectedOf("r1e21", "double precision", "postgresql")).toEqual({
      number: "1000000000000000000000",
    });
    expect(expectedOf("dNaN", "numeric", "postgresql")).toBeUndefined();
    expect(expectedOf("tt", "boolean", "postgresql")).toBe(true);
    expect(expectedOf("t2024-03-01 10:00:00.5+00", "timestamp with time zone", "postgresql")).toEqual({
      text: "2024-03-01 10:00:00.500000+00:00",
    });
    expect(expectedOf("t2024-03-01", "date", "postgresql")).toEqual({ text: "2024-03-01" });
    expect(expectedOf("t{1,2}", "integer[]", "postgresql")).toBeUndefined();
    expect(expectedOf(null, "jsonb", "postgresql")).toBeNull();
  });

  it("are those that Python gets of SQLite, whose texts are as they are whatever their column is declared as", () => {
    expect(expectedOf("t2024-03-01 10:00:00.5", "timestamp", "sqlite")).toEqual({
      text: "2024-03-01 10:00:00.5",
    });
    expect(expectedOf("tt", "boolean", "sqlite")).toEqual({ text: "t" });
    expect(expectedOf('t{"a":1}', "JSON", "sqlite")).toEqual({ text: '{"a":1}' });
    expect(expectedOf("r2.5e-5", "REAL", "sqlite")).toEqual({ number: "0.000025" });
    expect(expectedOf("b00ff", "BLOB", "sqlite")).toBeUndefined();
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
    expect(goldNames('CREATE TABLE "Écluse № 2" AS SELECT 1 FROM "audit"."Log"')).toMatchObject({
      made: { object: "table", name: '"Écluse № 2"' },
    });
    expect(goldNames('SELECT 1 FROM "audit"."Log"').table).toBe('"audit"."Log"');
  });

  it("of every kind is Python that the form reads again (SPEC F2)", () => {
    for (const dialect of ["postgresql", "sqlite"] as const)
      for (const kind of checkKinds) {
        const form = { checks: [newCheck(kind, ["UPDATE wells SET depth = 1"])] };
        expect(TestForm.safeParse(form).success).toBe(true);
        expect(readTestForm(writeTestForm(form, dialect), dialect)).toEqual(form);
      }
  });

  it("of a function is not offered on SQLite, which is said there", () => {
    const offered = (dialect: SqlDialect) =>
      checkEntries(dialect, () => {}).filter((entry) => typeof entry === "object" && "run" in entry);
    expect(offered("postgresql")).not.toContainEqual(expect.objectContaining({ disabled: true }));
    expect(offered("sqlite")).toContainEqual(
      expect.objectContaining({
        title: "A function returns",
        detail: "SQLite has no stored functions",
        disabled: true,
      }),
    );
  });
});

describe("what a check expects", () => {
  const measured = (check: TestCheck, by: StatementPreview) => measuredCheck(check, by, "postgresql");
  const check = (kind: TestCheck["kind"]) => newCheck(kind, ["UPDATE wells SET depth = 1"]);

  it("is taken from the state after the gold, of what must not change from the one before", () => {
    expect(checkKinds.map((kind) => measureOf(check(kind), "postgresql")?.on)).toEqual([
      ...["after", "after", "after", "after", "after", "before"],
    ]);
    expect(measureOf({ ...check("object-exists"), object: "function" } as TestCheck, "sqlite")).toBeNull();
  });

  it("are the rows, the count, the columns, the values, the fingerprint", () => {
    expect(measured(check("query-returns"), ran(["integer", "text"], ["i1", "ta"]))).toMatchObject({
      expected: { kind: "rows", rows: [[{ number: "1" }, { text: "a" }]], isOrdered: false },
    });
    expect(measured(check("query-returns"), ran(["integer"]))).toMatchObject({
      expected: { kind: "no-rows" },
    });
    expect(measured(check("row-count"), ran(["bigint"], ["i42"]))).toMatchObject({ count: 42 });
    expect(measured(check("object-exists"), ran(["text"], ["tid"], ["tname"]))).toMatchObject({
      columns: ["id", "name"],
    });
    expect(measured(check("value-within"), ran(["numeric"], ["d1.25"]))).toMatchObject({
      value: "1.25",
    });
    expect(measured(check("function-returns"), ran(["integer"], ["i3"]))).toMatchObject({
      cases: [{ expected: { number: "3" } }],
    });
    expect(measured(check("unchanged"), ran(["bigint", "text"], ["i2", "tabc"]))).toMatchObject({
      rows: 2,
      fingerprint: "abc",
    });
  });

  it("is read from the whole table where the engine makes no fingerprint of it", () => {
    expect(measureOf(check("unchanged"), "sqlite")).toEqual({ table: "table_name", on: "before" });
    expect(fingerprinted(check("unchanged"), { rows: 2, fingerprint: "abc" })).toMatchObject({
      rows: 2,
      fingerprint: "abc",
    });
  });

  it("is refused where it cannot be computed, in a sentence", () => {
    expect(measured(check("object-exists"), ran(["text"]))).toBe("There is no such object after the gold.");
    expect(measured(check("value-within"), ran(["text"], ["tx"]))).toBe(
      "The query does not return a number.",
    );
    expect(measured(check("query-returns"), ran(["jsonb"], ["t{}"]))).toContain("Cast it to text");
    const failed = { ...ran([]), status: "error" as const };
    const error = { message: "no such table", kind: "sql" as const, offset: null };
    expect(measured(check("row-count"), { ...failed, error })).toBe("no such table");
  });
});

describe("a script that the form wrote for another engine", () => {
  const tables: TestCheck[] = [
    { kind: "object-exists", object: "view", name: "old", columns: ["id"] },
    { kind: "unchanged", table: "wells", rows: 2, fingerprint: "abc" },
  ];
  const call: TestCheck = { ...newCheck("function-returns", []), kind: "function-returns" } as TestCheck;

  it("is brought to this one; what a table held has to be read again", () => {
    const foreign = foreignForm(writeTestForm({ checks: tables }, "postgresql"), "sqlite");
    expect(foreign?.says).toContain("has to be read again");
    expect(foreign?.form?.checks).toEqual([
      tables[0],
      { kind: "unchanged", table: "wells", rows: 0, fingerprint: "" },
    ]);
  });

  it("stays as it is where it asks for a function and this one has none", () => {
    const checks = [...tables, call];
    expect(foreignForm(writeTestForm({ checks }, "postgresql"), "sqlite")).toMatchObject({ form: null });
    expect(foreignForm(writeTestForm({ checks }, "sqlite"), "postgresql")?.form?.checks).toHaveLength(3);
  });

  it("is told from one of another hand", () => {
    expect(
      foreignForm("def test_case(pred_sqls, sol_sqls, db_name, conn):\n    pass\n", "sqlite"),
    ).toBeNull();
  });
});
