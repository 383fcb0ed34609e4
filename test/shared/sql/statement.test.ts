import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstKeyword, hasOutermostOrderBy, outermostLimit, splitStatements } from "#shared/sql/statement.ts";

describe("splitStatements", () => {
  const texts = (sql: string) => splitStatements(sql).map((statement) => statement.text);

  it("L5: comments, empty statements and blank tails are no statements", () => {
    expect(texts("")).toEqual([]);
    expect(texts(" ; -- a\n ;/* b; */ ")).toEqual([]);
    expect(texts("-- first\nselect 1 ; -- tail")).toEqual(["select 1"]);
  });

  it("L5: semicolons in strings, names and comments separate nothing", () => {
    const one = "select ';', \"a;b\", [c;d], `e;f` /* ; */ from t -- ;\n where 1";
    expect(texts(one)).toEqual([one]);
  });

  it("L5: the body of a trigger is one statement with it", () => {
    const trigger = "create temp trigger x after insert on t begin select case when 1 then 2 end; end";
    expect(texts(`${trigger}; select 1`)).toEqual([trigger, "select 1"]);
  });

  it("L5: statements joined by semicolons come apart again, each where it says it is", () => {
    const statement = fc.constantFrom(
      "select 1",
      "select ';'",
      "with a as (select 1) select * from a",
      "drop table t",
    );
    fc.assert(
      fc.property(
        fc.array(statement),
        fc.constantFrom(";", " ;\n", "; -- x;\n", ";;"),
        (parts, separator) => {
          const sql = parts.join(separator);
          expect(texts(sql)).toEqual(parts);
          for (const { text, from, to } of splitStatements(sql)) expect(sql.slice(from, to)).toBe(text);
        },
      ),
    );
  });
});

describe("firstKeyword", () => {
  it("skips comments and semicolons before the first word", () => {
    expect(firstKeyword("/* select */ ; -- x\n wItH a as (select 1) select * from a")).toBe("WITH");
  });
  it("is null where the text begins with no word", () => {
    for (const sql of ["", "-- select", "(select 1)", '"select" 1']) expect(firstKeyword(sql)).toBeNull();
  });
});

describe("hasOutermostOrderBy", () => {
  it.each([
    "select a from t order by a",
    "select a from t union select b from u ORDER /* x */ BY 1 limit 3",
    "with c as (select 1 as x) select x from c order by x desc;",
    "select a from t order by (select max(b) from u)",
  ])("L6: %s orders its rows", (sql) => expect(hasOutermostOrderBy(sql)).toBe(true));

  it.each([
    "select a from (select a from t order by a)",
    "with c as (select a from t order by a limit 3) select a from c",
    "select row_number() over (order by a) from t",
    "select group_concat(a order by b) from t",
    'select "order" by from t',
    "select ' order by a' from t -- order by a",
    "select sum(a) over w from t window w as (order by a)",
    "select a from t; select b from u order by b",
  ])("L6: %s does not order its rows", (sql) => expect(hasOutermostOrderBy(sql)).toBe(false));
});

describe("outermostLimit", () => {
  it.each([
    ["select a from t limit 3", 3, 0],
    ["select a from t limit 3 offset 5;", 3, 5],
    ["select a from t limit 5, 3 -- x", 3, 5],
    ["select a from (select 1 limit 9) limit 0", 0, 0],
  ])("L7: %s", (sql, limit, offset) => {
    const clause = outermostLimit(sql);
    expect(clause).toMatchObject({ limit, offset });
    expect(sql.slice(clause?.from, clause?.to)).toMatch(/^limit [\d, ofset]+\d$|^limit \d+$/);
  });

  it.each([
    "select a from t",
    "select a from (select a from t limit 3)",
    "select a from t limit -1",
    "select a from t limit 1+1",
    "select a from t limit (select 1)",
    "select a from t limit ?",
    "select a from t limit 3 offset",
    "select a from t limit 3.5",
  ])("L7: none is read from %s", (sql) => expect(outermostLimit(sql)).toBeNull());
});
