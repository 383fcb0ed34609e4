import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TestCheck, TestForm, unchangedProbe } from "#shared/domain/test-form.ts";
import { definesTestCase, EvaluatorProfile, helpersCalled, profilesFor } from "#shared/domain/test-script.ts";
import { readTestForm } from "#shared/formats/test-form/read-test-form.ts";
import { writeTestForm } from "#shared/formats/test-form/write-test-form.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { pythonLayoutProblem } from "#shared/text/python-layout.ts";
import { riverWatchForm } from "./river-watch-form.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("\n", '"""', "\\", "'", "# A query gives rows.", "a\n\n    # b"),
);
const filled = text.filter((one) => one.length > 0);
const decimal = fc.oneof(
  fc.integer().map(String),
  fc.tuple(fc.integer(), fc.nat(99_999)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom("-0", "007", "-0.05", "123456789012345678901234567890.5"),
);
const value = fc.oneof(
  fc.constantFrom(null, true, false),
  decimal.map((number) => ({ number })),
  text.map((one) => ({ text: one })),
);
const check = fc.oneof(
  fc.record({
    kind: fc.constant("query-returns" as const),
    sql: filled,
    expected: fc.oneof(
      fc.constant({ kind: "some-rows" as const }),
      fc.constant({ kind: "no-rows" as const }),
      fc.record({
        kind: fc.constant("rows" as const),
        rows: fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
        isOrdered: fc.boolean(),
        tolerance: decimal,
      }),
    ),
  }),
  fc.record({
    kind: fc.constant("object-exists" as const),
    object: fc.constantFrom("table" as const, "view" as const),
    name: filled,
    columns: fc.option(fc.array(filled, { maxLength: 3 })),
  }),
  fc.record({
    kind: fc.constant("object-exists" as const),
    object: fc.constant("function" as const),
    name: filled,
    columns: fc.constant(null),
  }),
  fc.record({ kind: fc.constant("row-count" as const), table: filled, count: fc.nat() }),
  fc.record({ kind: fc.constant("value-within" as const), sql: filled, value: decimal, tolerance: decimal }),
  fc.record({
    kind: fc.constant("function-returns" as const),
    name: filled,
    cases: fc.array(fc.record({ arguments: fc.array(filled, { maxLength: 2 }), expected: value }), {
      minLength: 1,
      maxLength: 3,
    }),
    tolerance: decimal,
  }),
  fc.record({ kind: fc.constant("unchanged" as const), table: filled, rows: fc.nat(), fingerprint: text }),
);
const dialect = fc.constantFrom<SqlDialect[]>("postgresql", "sqlite");
const form = fc.record({ checks: fc.array(check, { minLength: 1, maxLength: 4 }) });

describe("F1: a form as a test script", () => {
  it("F1: is one function that calls execute_queries only, and so runs under every evaluator", () => {
    const script = writeTestForm(riverWatchForm, "postgresql");
    expect(definesTestCase(script)).toBe(true);
    expect(script.split("\n").filter((line) => /^(?:def|from|import|[a-z_]+ =)/.test(line))).toEqual([
      "def test_case(pred_sqls, sol_sqls, db_name, conn):",
    ]);
    expect(helpersCalled(script)).toEqual(["execute_queries"]);
    expect(profilesFor(script)).toEqual(EvaluatorProfile.options);
  });

  it("F1: reads as somebody would write it", () => {
    const checks: TestForm["checks"] = [{ kind: "row-count", table: "berth", count: 12 }];
    expect(writeTestForm({ checks }, "postgresql")).toBe(`def test_case(pred_sqls, sol_sqls, db_name, conn):
    def rows_of(sql):
        rows, error, timeout = execute_queries([sql], db_name, conn)
        assert not timeout, f"this took too long: {sql}"
        assert not error, f"this does not run: {sql}"
        return [tuple(row) for row in rows or []]

    # berth has 12 rows.
    count = rows_of("SELECT COUNT(*) FROM berth")[0][0]
    assert count == 12, f"{count} rows instead of 12"
`);
  });

  it("F1: whatever texts and names hold, the script's layout is Python's", () => {
    fc.assert(
      fc.property(form, dialect, (made, dialect) => {
        expect(TestForm.parse(made)).toEqual(made);
        expect(pythonLayoutProblem(writeTestForm(made, dialect))).toBeNull();
      }),
      { numRuns: 200 },
    );
  });
});

describe("F2: a script read back into its form", () => {
  it("F2: the form of a script that was written from it is the same form", () => {
    for (const dialect of ["postgresql", "sqlite"] as const)
      expect(readTestForm(writeTestForm(riverWatchForm, dialect), dialect)).toEqual(riverWatchForm);
    fc.assert(
      fc.property(form, dialect, (made, dialect) => {
        expect(readTestForm(writeTestForm(made, dialect), dialect)).toEqual(made);
      }),
      { numRuns: 500 },
    );
  });

  it("F2: a script that was edited anywhere is no form's", () => {
    fc.assert(
      fc.property(
        dialect,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom("x", " ", "\n", "0", "#"),
        (dialect, place, sign) => {
          const script = writeTestForm(riverWatchForm, dialect);
          const at = Math.floor(place * script.length);
          const edited = script.slice(0, at) + sign + script.slice(at);
          const read = readTestForm(edited, dialect);
          // An edit within a value gives another form: the one that is written so.
          if (read !== null) expect(writeTestForm(read, dialect)).toBe(edited);
        },
      ),
    );
  });

  it.each([
    "",
    "def test_case(pred_sqls, sol_sqls, db_name, conn):\n    assert False\n",
    "# A query gives rows.",
    "    # A query gives rows.\n    rows = rows_of(",
    '    # harbour has 99999999999999999999 rows.\n    count = rows_of("SELECT COUNT(*) FROM harbour")',
  ])("F2: a script of another hand has no form: %j", (script) => {
    expect(readTestForm(script, "postgresql")).toBeNull();
    expect(readTestForm(script, "sqlite")).toBeNull();
  });

  it("F2: a script that the form wrote for one dialect has no form of the other where their SQL differs", () => {
    const script = writeTestForm(riverWatchForm, "postgresql");
    expect(readTestForm(script, "sqlite")).toBeNull();
    const [count] = riverWatchForm.checks.filter(({ kind }) => kind === "row-count");
    const same = { checks: count ? [count] : [] };
    expect(readTestForm(writeTestForm(same, "postgresql"), "sqlite")).toEqual(same);
  });

  it("the probe of an unchanged table asks for its rows and their fingerprint", () => {
    expect(unchangedProbe("berth")).toContain("FROM zone, berth x");
    expect(TestCheck.safeParse({ kind: "unchanged", table: "", rows: 1, fingerprint: "" }).success).toBe(
      false,
    );
  });
});
