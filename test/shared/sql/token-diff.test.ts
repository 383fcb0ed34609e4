import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TextRange } from "#shared/domain/finding.ts";
import { significantTokens } from "#shared/sql/lex.ts";
import { diffTokens } from "#shared/sql/token-diff.ts";

const marked = (sql: string, marks: TextRange[]) => marks.map(({ from, to }) => sql.slice(from, to));
const shown = (a: string, b: string) => {
  const marks = diffTokens(a, b);
  return { a: marked(a, marks.a), b: marked(b, marks.b) };
};
/** The words of a text that no mark covers. */
const kept = (sql: string, marks: TextRange[]) =>
  significantTokens(sql)
    .filter((token) => !marks.some((mark) => mark.from <= token.from && token.to <= mark.to))
    .map((token) => token.text.toLowerCase());

const sqlText = fc
  .array(fc.constantFrom("select", "a", "b", ",", "from", "t", "where", "=", "1", "'x'", "(", ")"))
  .map((words) => words.join(" "));

describe("diffTokens", () => {
  it("L9: layout, comments and the case of words are no difference", () => {
    expect(shown("SELECT a,b FROM t -- x", "select\n  A ,\n  b\nfrom T")).toEqual({ a: [], b: [] });
  });

  it("L9: the case of a string is a difference", () => {
    expect(shown("where x = 'France'", "where x = 'france'")).toEqual({ a: ["'France'"], b: ["'france'"] });
  });

  it("L9: an inserted stretch is one mark", () => {
    expect(shown("select a from t", "select a from t where b = 1")).toEqual({ a: [], b: ["where b = 1"] });
  });

  it("L9: a changed word is marked on both sides and its neighbours are not", () => {
    expect(shown("select count(*) from t group by a", "select sum(b) from t group by c")).toEqual({
      a: ["count", "*", "a"],
      b: ["sum", "b", "c"],
    });
  });

  it("L9: what no mark covers is the same on both sides, and marks change sides with the texts", () => {
    fc.assert(
      fc.property(sqlText, sqlText, (a, b) => {
        const marks = diffTokens(a, b);
        expect(kept(a, marks.a)).toEqual(kept(b, marks.b));
        expect(kept(b, diffTokens(b, a).a)).toHaveLength(kept(a, marks.a).length);
      }),
    );
  });

  it("L9: the edit is a shortest one: as many tokens are kept as the longest common subsequence has", () => {
    fc.assert(
      fc.property(sqlText, sqlText, (a, b) => {
        expect(kept(a, diffTokens(a, b).a)).toHaveLength(longestCommon(a.split(" "), b.split(" ")));
      }),
    );
  });

  it("L9: two long texts with nothing in common are marked whole, in bounded time", () => {
    const a = Array.from({ length: 20_000 }, (_, at) => `a${at}`).join(" ");
    const b = Array.from({ length: 20_000 }, (_, at) => `b${at}`).join(" ");
    expect(diffTokens(a, b).a).toEqual([{ from: 0, to: a.length }]);
  });
});

/** The textbook table, as a second opinion. */
function longestCommon(a: string[], b: string[]): number {
  const words = [a, b].map((list) => list.filter((word) => word !== ""));
  const [first = [], second = []] = words;
  let row = new Array<number>(second.length + 1).fill(0);
  for (const word of first) {
    const next = [0];
    for (const [at, other] of second.entries())
      next.push(
        word === other ? (row[at] as number) + 1 : Math.max(row[at + 1] as number, next[at] as number),
      );
    row = next;
  }
  return row.at(-1) as number;
}
