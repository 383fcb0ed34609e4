import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutOuterRound } from "#shared/metrics/soft-ex/without-outer-round.ts";

describe("E5, E6: rounding that nobody asked for", () => {
  it.each([
    ["SELECT ROUND(a, 2) FROM t", "SELECT (a) FROM t"],
    [
      "SELECT x, ROUND(AVG(a + 1), 2) AS m, round(b) n FROM t GROUP BY x",
      "SELECT x, (AVG(a + 1)) AS m, (b) n FROM t GROUP BY x",
    ],
    [
      "WITH c AS (SELECT ROUND(a) AS a FROM t) SELECT ROUND(a, 1) FROM c;",
      "WITH c AS (SELECT ROUND(a) AS a FROM t) SELECT (a) FROM c;",
    ],
    ["SELECT ROUND(f(a, b), 2) FROM t ORDER BY c", "SELECT (f(a, b)) FROM t ORDER BY c"],
  ])("comes off: %s", (sql, without) => {
    expect(withoutOuterRound(sql, "postgresql")).toBe(without);
  });

  it.each([
    ["inside an expression", "SELECT ROUND(a) + 1 FROM t"],
    ["inside a call", "SELECT SUM(ROUND(a)) FROM t"],
    ["cast behind it", "SELECT ROUND(a, 2)::text FROM t"],
    ["DISTINCT", "SELECT DISTINCT ROUND(a) FROM t"],
    ["COUNT of DISTINCT elsewhere does not matter, a compound does", "SELECT ROUND(a) FROM t UNION SELECT 1"],
    ["LIMIT", "SELECT ROUND(a) AS r FROM t ORDER BY b LIMIT 3"],
    ["ordered by its alias", "SELECT ROUND(a) AS r FROM t ORDER BY r"],
    ["ordered by its place", "SELECT ROUND(a) FROM t ORDER BY 1"],
    ["grouped by it", "SELECT ROUND(a), count(*) FROM t GROUP BY ROUND(a)"],
    ["two statements", "SELECT ROUND(a) FROM t; SELECT 1"],
    ["in a literal", "SELECT 'ROUND(a)' FROM t"],
    ["in a comment", "SELECT /* ROUND(a, 2) */ b FROM t"],
    ["a name that ends like it", "SELECT surround(a) FROM t"],
    ["a change", "UPDATE t SET a = ROUND(a)"],
    ["a parenthesis that is never closed", "SELECT ROUND(a FROM t"],
  ])("stays: %s", (_, sql) => {
    expect(withoutOuterRound(sql, "postgresql")).toBe(sql);
  });

  it("never throws, whatever the text", () => {
    const part = fc.constantFrom(
      "SELECT",
      "ROUND",
      "(",
      ")",
      ",",
      "FROM",
      " ",
      "a",
      "'",
      '"',
      "--",
      "AS",
      "$$",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        expect(typeof withoutOuterRound(parts.join(" "), "postgresql")).toBe("string");
      }),
    );
  });
});
