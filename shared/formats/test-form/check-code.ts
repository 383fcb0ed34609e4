import { type TestCheck, unchangedProbe } from "../../domain/test-form.ts";
import type { SqlDialect } from "../../sql/lex.ts";
import { objectSql } from "./object-sql.ts";
import { pythonNumber, pythonString, pythonTuple, pythonValue } from "./python-literal.ts";

/** A function that the checks of a script call, written once at its top. */
export type ScriptHelper = "rows_of" | "plain" | "equal" | "has_rows" | "fingerprint";

/** The lines of one check, and the functions that they call. */
export interface CheckCode {
  lines: string[];
  helpers: ScriptHelper[];
}

/** A check as readable Python for a database of a dialect; the first line is a comment that says what is checked. */
export function checkCode(check: TestCheck, dialect: SqlDialect): CheckCode {
  switch (check.kind) {
    case "query-returns":
      return queryCode(check);
    case "object-exists":
      return check.object === "function"
        ? functionExists(check.name, dialect)
        : relationExists(check, check.object, dialect);
    case "row-count":
      return {
        helpers: ["rows_of"],
        lines: [
          `# ${comment(check.table)} has ${check.count} rows.`,
          `count = rows_of(${pythonString(`SELECT COUNT(*) FROM ${check.table}`)})[0][0]`,
          `assert count == ${check.count}, f"{count} rows instead of ${check.count}"`,
        ],
      };
    case "value-within":
      return {
        helpers: ["rows_of", "plain", "equal"],
        lines: [
          `# A query gives ${check.value}, within ${check.tolerance}.`,
          `rows = rows_of(${pythonString(check.sql)})`,
          `expected = ${pythonNumber(check.value)}`,
          `assert len(rows) == 1 and equal(rows[0][0], expected, ${pythonNumber(check.tolerance)}), f"{rows} instead of {expected}"`,
        ],
      };
    case "function-returns":
      return functionCode(check);
    case "unchanged":
      return unchangedCode(check, dialect);
  }
}

type Of<Kind extends TestCheck["kind"]> = Extract<TestCheck, { kind: Kind }>;

function queryCode({ sql, expected }: Of<"query-returns">): CheckCode {
  const query = pythonString(sql);
  if (expected.kind === "some-rows")
    return {
      helpers: ["rows_of"],
      lines: ["# A query gives rows.", `rows = rows_of(${query})`, 'assert rows, "there are no rows"'],
    };
  if (expected.kind === "no-rows")
    return {
      helpers: ["rows_of"],
      lines: [
        "# A query gives no rows.",
        `rows = rows_of(${query})`,
        'assert not rows, f"there are rows: {rows[:3]}"',
      ],
    };
  const { rows, isOrdered, tolerance } = expected;
  const order = isOrdered ? "in this order" : "in any order";
  return {
    helpers: ["rows_of", "plain", "equal", "has_rows"],
    lines: [
      `# A query gives these rows ${order}, numbers within ${tolerance}.`,
      `rows = rows_of(${query})`,
      ...listLines("expected", rows.map(pythonTuple)),
      `has_rows(rows, expected, ${isOrdered ? "True" : "False"}, ${pythonNumber(tolerance)})`,
    ],
  };
}

function listLines(name: string, items: readonly string[]): string[] {
  return items.length === 0 ? [`${name} = []`] : [`${name} = [`, ...items.map((item) => `    ${item},`), "]"];
}

function relationExists(
  { name, columns }: Of<"object-exists">,
  object: "table" | "view",
  dialect: SqlDialect,
): CheckCode {
  const sql = objectSql[dialect];
  const lines = [
    `# The ${object} ${comment(name)} exists${columns === null ? "" : " with these columns"}.`,
    `kind = rows_of(${pythonString(sql.relationKind(name))})`,
    `assert kind and kind[0][0] in ${sql.kinds[object]}, "there is no such ${object}"`,
  ];
  if (columns === null) return { lines, helpers: ["rows_of"] };
  const expected = `[${columns.map(pythonString).join(", ")}]`;
  return {
    helpers: ["rows_of"],
    lines: [
      ...lines,
      `columns = [row[0] for row in rows_of(${pythonString(sql.columns(name))})]`,
      `assert ${sql.haveNames("columns", expected)}, f"it has the columns {columns}"`,
    ],
  };
}

function functionExists(name: string, dialect: SqlDialect): CheckCode {
  return {
    helpers: ["rows_of"],
    lines: [
      `# The function ${comment(name)} exists.`,
      `kind = rows_of(${pythonString(objectSql[dialect].functionKind(name))})`,
      'assert kind, "there is no such function"',
    ],
  };
}

function unchangedCode({ table, rows, fingerprint }: Of<"unchanged">, dialect: SqlDialect): CheckCode {
  const title = `# ${comment(table)} is as it was.`;
  const before = `(${rows}, ${pythonString(fingerprint)})`;
  const otherwise = '"a table was changed that is no part of the task"';
  if (dialect === "sqlite")
    return {
      helpers: ["rows_of", "fingerprint"],
      lines: [title, `assert fingerprint(${pythonString(table)}) == ${before}, ${otherwise}`],
    };
  return {
    helpers: ["rows_of"],
    lines: [
      title,
      `rows = rows_of(${pythonString(unchangedProbe(table))})`,
      `assert rows == [${before}], ${otherwise}`,
    ],
  };
}

function functionCode({ name, cases, tolerance }: Of<"function-returns">): CheckCode {
  const items = cases.map(({ arguments: values, expected }) => {
    return `([${values.map(pythonString).join(", ")}], ${pythonValue(expected)})`;
  });
  return {
    helpers: ["rows_of", "plain", "equal"],
    lines: [
      `# The function ${comment(name)} gives these values, numbers within ${tolerance}.`,
      ...listLines("cases", items),
      "for arguments, expected in cases:",
      `    rows = rows_of(${pythonString(`SELECT ${name}`)} + "(" + ", ".join(arguments) + ")")`,
      `    assert len(rows) == 1 and equal(rows[0][0], expected, ${pythonNumber(tolerance)}), f"{arguments} give {rows} instead of {expected}"`,
    ],
  };
}

/** A text as it may be in a comment, which ends with its line. */
function comment(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
