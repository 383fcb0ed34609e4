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

/** What the rewriting was before it was one pass each: the evaluators' own regular expressions. */
const space = "[\\t-\\r\\x1c-\\x1f \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const stripped = (text: string) => text.replace(new RegExp(`^${space}+|${space}+$`, "g"), "");

function slowComments(text: string): string {
  const lines = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/--[^\n]*?(\r\n|\r|\n)/g, "$1");
  return stripped(lines.replace(new RegExp(`\\n${space}*\\n+`, "g"), "\n"));
}

function slowRound(text: string): string {
  const call = new RegExp(`ROUND${space}*\\(`, "i").exec(text);
  if (call === null) return text;
  const open = call.index + call[0].length;
  let depth = 0;
  let comma = -1;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === "," && depth === 0 && comma < 0) comma = at;
    else if (text[at] === ")" && depth === 0) {
      const argument = stripped(text.slice(open, comma < 0 ? at : comma));
      return slowRound(text.slice(0, call.index) + argument + text.slice(at + 1));
    } else if (text[at] === ")") depth -= 1;
  }
  return text;
}

describe("E2: one pass over the text", () => {
  const pieces = fc.constantFrom(
    ...["ROUND(", "round (", "(", ")", ",", " ", "RO", "UND", "UND(", "\n", "\u3000", "a", "x, 2)"],
  );
  const comments = fc.constantFrom(...["/*", "*/", "/", "*", "--", "-", "\r", "\n", "\r\n", " ", "\t", "a"]);
  const texts = (piece: fc.Arbitrary<string>) =>
    fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(""));

  it("takes away the same calls as pattern after pattern did", () => {
    fc.assert(
      fc.property(texts(pieces), (text) => void expect(removeRound([text])).toEqual([slowRound(text)])),
      { numRuns: 5000 },
    );
  });

  it("takes away the same comments and lines", () => {
    fc.assert(
      fc.property(
        texts(comments),
        (text) => void expect(removeComments([text])).toEqual([slowComments(text)]),
      ),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["blanks", " ".repeat(1e6)],
    ["blanks in a line", `SELECT 1${" ".repeat(1e6)}FROM t`],
    ["blank lines", `SELECT 1${"\n ".repeat(5e5)}FROM t`],
    ["comments that never end", "/* ".repeat(3e5)],
    ["dashes without a line end", "-- ".repeat(3e5)],
    ["calls in calls", `SELECT ${"ROUND(".repeat(1e5)}a${", 1)".repeat(1e5)}`],
    ["calls that never close", "ROUND(".repeat(2e5)],
    ["calls side by side", `SELECT ${"ROUND(a, 1), ".repeat(1e5)} 1`],
  ])("is done with a megabyte of %s before anybody would wait for it", (_, text) => {
    expect(rewriteAsShipped([text])).toHaveLength(1);
  });
});
