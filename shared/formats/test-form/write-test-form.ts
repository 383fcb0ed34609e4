import type { TestCheck, TestForm } from "../../domain/test-form.ts";
import type { TestScript } from "../../domain/test-script.ts";
import type { SqlDialect } from "../../sql/lex.ts";
import { checkCode, type ScriptHelper } from "./check-code.ts";

// What is at the top level of a script is unknown inside its test_case: everything is put into the function.
const helperCode: Record<ScriptHelper, string> = {
  rows_of: `def rows_of(sql):
    rows, error, timeout = execute_queries([sql], db_name, conn)
    assert not timeout, f"this took too long: {sql}"
    assert not error, f"this does not run: {sql}"
    return [tuple(row) for row in rows or []]`,
  plain: `def plain(value):
    if value is None or isinstance(value, (bool, str)):
        return value
    return Decimal(str(value)) if isinstance(value, (int, float, Decimal)) else str(value)`,
  equal: `def equal(actual, expected, tolerance):
    actual, expected = plain(actual), plain(expected)
    if isinstance(actual, Decimal) and isinstance(expected, Decimal):
        return abs(actual - expected) <= tolerance
    return type(actual) is type(expected) and actual == expected`,
  has_rows: `def has_rows(rows, expected, is_ordered, tolerance):
    assert len(rows) == len(expected), f"{len(rows)} rows instead of {len(expected)}"
    left = list(rows)
    for wanted in expected:
        candidates = left[:1] if is_ordered else left
        found = [row for row in candidates if len(row) == len(wanted) and all(equal(a, b, tolerance) for a, b in zip(row, wanted))]
        assert found, f"no row {wanted}" + (f", but {left[0]}" if is_ordered else "")
        left.remove(found[0])`,
  fingerprint: `def fingerprint(table):
    rows, page = [], None
    while page is None or len(page) == 5000:
        page = rows_of(f"SELECT * FROM {table} LIMIT 5000 OFFSET {len(rows)}")
        rows += page
    lines = sorted(json.dumps(row, default=list) for row in rows)
    return len(rows), hashlib.md5("\\n".join(lines).encode()).hexdigest()`,
};

const imports: Partial<Record<ScriptHelper, string>> = {
  plain: "from decimal import Decimal",
  fingerprint: "import hashlib, json",
};

/**
 * The checks of a form as a test script that every reference evaluator runs on a database of the dialect: it calls
 * `execute_queries` with lists only (rule F1).
 */
export function writeTestForm(form: TestForm, dialect: SqlDialect): TestScript {
  const used = new Set(form.checks.flatMap((check) => checkCode(check, dialect).helpers));
  const helpers = (Object.keys(helperCode) as ScriptHelper[]).filter((name) => used.has(name));
  const parts = [
    ...helpers.flatMap((name) => imports[name] ?? []),
    ...helpers.map((name) => helperCode[name]),
  ].map((text) => indented(text.split("\n")));
  const checks = form.checks.map((check) => checkText(check, dialect));
  return `def test_case(pred_sqls, sol_sqls, db_name, conn):\n${[...parts, ...checks].join("\n\n")}\n`;
}

/** The lines of one check as they are in the script. */
export function checkText(check: TestCheck, dialect: SqlDialect): string {
  return indented(checkCode(check, dialect).lines);
}

/** Texts over several lines are one entry of `lines`, so that what is in them is not moved. */
function indented(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join("\n");
}
