import { describe, expect, it } from "vitest";
import type { SqlQuote } from "../../../shared/domain/sql-quote.ts";
import { quoteOf, rangeOfQuote } from "../../../shared/sql/quote.ts";

const sql = "SELECT name FROM ship WHERE name IS NOT NULL";
const quoted = (text: string, at = sql.indexOf(text)): SqlQuote =>
  quoteOf("gold-1", sql, { from: at, to: at + text.length }, "postgresql") as SqlQuote;
const found = (quote: SqlQuote, after: string): string | null => {
  const range = rangeOfQuote(quote, after, "postgresql");
  return range && after.slice(range.from, range.to);
};

describe("a stretch of SQL that somebody speaks of", () => {
  it("is whole tokens, and which of its occurrences it is", () => {
    expect(quoted("nam", sql.lastIndexOf("name"))).toEqual({
      ...{ document: "gold-1", text: "name", occurrence: 1, occurrences: 2 },
    });
    expect(quoteOf("gold-1", sql, { from: 6, to: 7 }, "postgresql")).toBeNull();
  });

  it("is found again in other case and layout, and behind what was put before it (SPEC CO1)", () => {
    const quote = quoted("FROM ship WHERE");
    expect(found(quote, "/* all */ select name,\n  id\nfrom  ship\nwhere id > 1")).toBe("from  ship\nwhere");
  });

  it("is the same of several as long as they are as many, and outdated where one cannot tell (SPEC CO1)", () => {
    const second = quoted("name", sql.lastIndexOf("name"));
    const after = "SELECT name, 1 FROM ship WHERE name = 'x'";
    expect(rangeOfQuote(second, after, "postgresql")?.from).toBe(after.lastIndexOf("name"));
    expect(found(second, "SELECT name, name FROM ship WHERE name = 'x'")).toBeNull();
    expect(found(second, "SELECT name FROM ship")).toBe("name");
    expect(found(quoted("IS NOT NULL"), "SELECT name FROM ship")).toBeNull();
  });
});
