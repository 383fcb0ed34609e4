import type { StatementPreview } from "#shared/domain/task-run.ts";
import { type ExpectedValue, type TestCheck, unchangedProbe } from "#shared/domain/test-form.ts";
import { expectedOf } from "#shared/formats/test-form/expected-of.ts";
import { objectSql } from "#shared/formats/test-form/object-sql.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";

/**
 * What finds out what a check should expect: a query, or all rows of a table where the engine makes no fingerprint of them; and the
 * state it is asked on, before the gold of the phase or after it.
 */
export type Measure = { on: "before" | "after" } & ({ sql: string } | { table: string });

/** How to find out what a check should expect; null where there is nothing to find out. */
export function measureOf(check: TestCheck, dialect: SqlDialect): Measure | null {
  switch (check.kind) {
    case "query-returns":
      return { sql: check.sql, on: "after" };
    case "object-exists":
      return check.object === "function"
        ? null
        : { sql: objectSql[dialect].columns(check.name), on: "after" };
    case "row-count":
      return { sql: `SELECT COUNT(*) FROM ${check.table}`, on: "after" };
    case "value-within":
      return { sql: check.sql, on: "after" };
    case "function-returns": {
      const calls = check.cases.map(({ arguments: values }) => `${check.name}(${values.join(", ")})`);
      return { sql: `SELECT ${calls.join(", ")}`, on: "after" };
    }
    case "unchanged":
      return dialect === "sqlite"
        ? { table: check.table, on: "before" }
        : { sql: unchangedProbe(check.table), on: "before" };
  }
}

/** The most rows that a check takes over: more are no readable test. */
const mostRows = 50;

/** A check that expects what was measured; else why it cannot, in a sentence. */
export function measuredCheck(
  check: TestCheck,
  measured: StatementPreview,
  dialect: SqlDialect,
): TestCheck | string {
  const { status, error, rowCount } = measured;
  if (status !== "ok") return error?.message ?? "The query was stopped.";
  const rows = expectedRows(measured, dialect);
  if (typeof rows === "string") return rows;
  const [first] = rows;
  const value = first?.[0];
  switch (check.kind) {
    case "query-returns": {
      if (rowCount > mostRows)
        return `There are ${rowCount} rows; a test accepts ${mostRows} at most. Ask for fewer.`;
      if (rows.length === 0) return { ...check, expected: { kind: "no-rows" } };
      const { expected } = check;
      const isOrdered = expected.kind === "rows" ? expected.isOrdered : /\border\s+by\b/i.test(check.sql);
      const tolerance = expected.kind === "rows" ? expected.tolerance : "0.01";
      return { ...check, expected: { kind: "rows", rows, isOrdered, tolerance } };
    }
    case "object-exists": {
      const columns = rows.map(([name]) => textIn(name));
      return columns.length === 0 ? "There is no such object after the gold." : { ...check, columns };
    }
    case "row-count":
      return { ...check, count: Number(numberIn(value)) };
    case "value-within":
      if (rows.length !== 1 || first?.length !== 1) return "The query has to return one row with one value.";
      return numberIn(value) === null
        ? "The query does not return a number."
        : { ...check, value: numberIn(value) as string };
    case "function-returns":
      return {
        ...check,
        cases: check.cases.map((one, at) => ({ ...one, expected: first?.[at] ?? null })),
      };
    case "unchanged":
      return { ...check, rows: Number(numberIn(value)), fingerprint: textIn(first?.[1]) };
  }
}

/** A check that expects a table to be as it was read. */
export function fingerprinted(
  check: TestCheck,
  { rows, fingerprint }: { rows: number; fingerprint: string },
): TestCheck {
  return check.kind === "unchanged" ? { ...check, rows, fingerprint } : check;
}

function expectedRows({ columns, rows }: StatementPreview, dialect: SqlDialect): ExpectedValue[][] | string {
  const read: ExpectedValue[][] = [];
  for (const row of rows) {
    const values: ExpectedValue[] = [];
    for (const [at, cell] of row.entries()) {
      const { name = "", declaredType = "" } = columns[at] ?? {};
      const value = expectedOf(cell, declaredType, dialect);
      if (value === undefined)
        return `${name || "A column"} has a value that Python tests see differently (${declaredType || "bytes"}). Cast it to text in the query.`;
      values.push(value);
    }
    read.push(values);
  }
  return read;
}

function numberIn(value: ExpectedValue | undefined): string | null {
  return value !== null && typeof value === "object" && "number" in value ? value.number : null;
}

function textIn(value: ExpectedValue | undefined): string {
  return value !== null && typeof value === "object" && "text" in value ? value.text : "";
}
