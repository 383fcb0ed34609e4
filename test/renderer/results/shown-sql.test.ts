import fc from "fast-check";
import { expect, test } from "vitest";
import { significantTokens } from "#shared/sql/lex.ts";
import { formattedSql, shownRange } from "../../../renderer/results/shown-sql.ts";

const textsOf = (sql: string) => significantTokens(sql).map(({ text }) => text);

test("formatting lays SQL out over lines and changes no token", () => {
  const sql = "select a, count(*) from [my table] where b = 'x  y' group by a order by 2 desc limit 5";
  const shown = formattedSql(sql, "sqlite");
  expect(shown.remark).toBeNull();
  expect(shown.text.split("\n").length).toBeGreaterThan(4);
  expect(textsOf(shown.text)).toEqual(textsOf(sql));
});

test("SQL that the formatter cannot keep is shown as written, with a remark", () => {
  const sql = "SELECT 'open";
  expect(formattedSql(sql, "sqlite")).toEqual({ text: sql, remark: expect.stringContaining("as written") });
});

test("whatever is written, what is shown holds the same tokens", () => {
  const pieces = fc.constantFrom(
    "SELECT",
    "a",
    "'it''s'",
    '"q"',
    "`b`",
    "[c d]",
    "<=",
    "->>",
    "||",
    "(",
    ")",
    ",",
    "-- c\n",
    "/*x*/",
    "1e5",
    ":p",
    "#",
    "\u0000",
    "É",
    ";",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const sql = parts.join(" ");
      expect(textsOf(formattedSql(sql, "sqlite").text)).toEqual(textsOf(sql));
    }),
  );
});

test("the place of an error is found again in the formatted text", () => {
  const sql = "select a from t where nope = 1";
  const { text } = formattedSql(sql, "sqlite");
  const range = shownRange(sql, text, sql.indexOf("nope"), "sqlite");
  expect(range && text.slice(range.from, range.to)).toBe("nope");
  const end = shownRange(sql, text, sql.length, "sqlite");
  expect(end && text.slice(end.from, end.to)).toBe("1");
  expect(shownRange("", "", 0, "sqlite")).toBeNull();
});
