import { type TestCheck, unchangedProbe } from "../../domain/test-form.ts";
import { pythonNumber, pythonString, pythonTuple, pythonValue } from "./python-literal.ts";

/** A function that the checks of a script call, written once at its top. */
export type ScriptHelper = "rows_of" | "plain" | "equal" | "has_rows";

/** The lines of one check, and the functions that they call. */
export interface CheckCode {
  lines: string[];
  helpers: ScriptHelper[];
}

/** A check as readable Python; the first line is a comment that says what is checked. */
export function checkCode(check: TestCheck): CheckCode {
  switch (check.kind) {
    case "query-returns":
      return queryCode(check);
    case "object-exists":
      return check.object === "function" ? functionExists(check.name) : relationExists(check);
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
      return {
        helpers: ["rows_of"],
        lines: [
          `# ${comment(check.table)} is as it was.`,
          `rows = rows_of(${pythonString(unchangedProbe(check.table))})`,
          `assert rows == [(${check.rows}, ${pythonString(check.fingerprint)})], "a table was changed that is no part of the task"`,
        ],
      };
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

const relationKinds = { table: '("r", "p")', view: '("v", "m")' };

function relationExists({ object, name, columns }: Of<"object-exists">): CheckCode {
  const kinds = relationKinds[object as keyof typeof relationKinds];
  const regclass = `to_regclass(${sqlString(name)})`;
  const lines = [
    `# The ${object} ${comment(name)} exists${columns === null ? "" : " with these columns"}.`,
    `kind = rows_of(${pythonString(`SELECT relkind::text FROM pg_class WHERE oid = ${regclass}`)})`,
    `assert kind and kind[0][0] in ${kinds}, "there is no such ${object}"`,
  ];
  if (columns === null) return { lines, helpers: ["rows_of"] };
  const attributes = `SELECT attname::text FROM pg_attribute WHERE attrelid = ${regclass} AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
  return {
    helpers: ["rows_of"],
    lines: [
      ...lines,
      `columns = [row[0] for row in rows_of(${pythonString(attributes)})]`,
      `assert columns == [${columns.map(pythonString).join(", ")}], f"it has the columns {columns}"`,
    ],
  };
}

function functionExists(name: string): CheckCode {
  return {
    helpers: ["rows_of"],
    lines: [
      `# The function ${comment(name)} exists.`,
      `kind = rows_of(${pythonString(`SELECT prokind::text FROM pg_proc WHERE proname = ${sqlString(name)}`)})`,
      'assert kind, "there is no such function"',
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

function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A text as it may stand in a comment, which ends with its line. */
function comment(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
