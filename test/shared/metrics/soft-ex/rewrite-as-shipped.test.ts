import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  removeComments,
  removeDistinct,
  removeRound,
  rewriteAsShipped,
} from "#shared/metrics/soft-ex/rewrite-as-shipped.ts";

describe("E2: comments as shipped", () => {
  it.each([
    ["a block goes, over lines too", "SELECT 1 /* a\nb */ + 2", "SELECT 1  + 2"],
    ["blocks do not nest", "SELECT /* a /* b */ c */ 1", "SELECT  c */ 1"],
    ["a block that never ends stays", "SELECT 1 /* a", "SELECT 1 /* a"],
    ["a line comment goes up to its line end", "SELECT 1 -- one\nFROM t", "SELECT 1 \nFROM t"],
    ["so it does before CR LF", "SELECT 1 -- one\r\nFROM t", "SELECT 1 \r\nFROM t"],
    ["one on the last line stays", "SELECT 1 -- one", "SELECT 1 -- one"],
    ["a literal with two dashes is cut", "SELECT 'a--b'\nFROM t", "SELECT 'a\nFROM t"],
    ["a literal that looks like a block is cut", "SELECT '/*x*/'", "SELECT ''"],
    ["blank lines and outer space go", "\n SELECT 1\n\n \n\tFROM t \n", "SELECT 1\n\tFROM t"],
  ])("%s", (_, sql, rewritten) => {
    expect(removeComments([sql])).toEqual([rewritten]);
  });
});

describe("E2: DISTINCT as shipped", () => {
  it.each([
    ["between blanks it goes", "SELECT DISTINCT a FROM t", "SELECT a FROM t"],
    ["in any case", "SELECT Distinct a", "SELECT a"],
    ["in an aggregate it stays", "SELECT COUNT(DISTINCT a) FROM t", "SELECT COUNT(DISTINCT a) FROM t"],
    ["at a line end it stays", "SELECT DISTINCT\n a", "SELECT DISTINCT\n a"],
    ["IS DISTINCT FROM breaks", "SELECT a IS DISTINCT FROM b", "SELECT a IS FROM b"],
    ["DISTINCT ON breaks", "SELECT DISTINCT ON (a) b", "SELECT ON (a) b"],
    ["a word of a literal goes", "SELECT 'most distinct one'", "SELECT 'most one'"],
  ])("%s", (_, sql, rewritten) => {
    expect(removeDistinct([sql])).toEqual([rewritten]);
  });
});

describe("E2: ROUND as shipped", () => {
  it.each([
    ["the first argument stays", "SELECT ROUND(a, 2) FROM t", "SELECT a FROM t"],
    ["with calls and commas inside", "SELECT round( f(a, b) * 2 , 1)", "SELECT f(a, b) * 2"],
    ["nested ones go, too", "SELECT ROUND(ROUND(a, 2) + 1)", "SELECT a + 1"],
    ["without its parentheses the meaning changes", "SELECT ROUND(a + b, 2) * 3", "SELECT a + b * 3"],
    ["the end of another name is taken for it", "SELECT surround(a, 2)", "SELECT sura"],
    ["a literal is taken for a call", "SELECT 'round(s) 1'", "SELECT 's 1'"],
    ["a parenthesis in a literal moves the end", "SELECT ROUND(a, ')') b", "SELECT a') b"],
    [
      "one that is never closed stays, and all behind it",
      "SELECT ROUND(a, ROUND(b, 1)",
      "SELECT ROUND(a, ROUND(b, 1)",
    ],
  ])("%s", (_, sql, rewritten) => {
    expect(removeRound([sql])).toEqual([rewritten]);
  });
});

describe("E2: the rewriting as a whole", () => {
  it("takes comments, then DISTINCT, then ROUND", () => {
    expect(rewriteAsShipped(["SELECT DISTINCT /* two */ ROUND(a, 2) -- places\nFROM t"])).toEqual([
      "SELECT  a \nFROM t",
    ]);
  });

  it("leaves SQL without any of them as it is, but for blank lines and outer space", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z(),.*= ]{0,60}$/), (sql) => {
        fc.pre(!/distinct|round/i.test(sql));
        expect(rewriteAsShipped([sql])).toEqual([sql.trim()]);
      }),
    );
  });

  it("never throws and never grows", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (sql) => {
        expect((rewriteAsShipped([sql])[0] ?? "").length).toBeLessThanOrEqual(sql.length);
      }),
    );
  });
});
