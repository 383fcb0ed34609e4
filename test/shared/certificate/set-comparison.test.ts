import { expect, it } from "vitest";
import { differAsListsOnly } from "#shared/certificate/set-comparison.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";

const sets = { decimals: null, order: false, distinct: false };
const gold = "SELECT a, COUNT(b) FROM t GROUP BY a";

it.each([
  ["DISTINCT of what is returned", "SELECT DISTINCT a, COUNT(b) FROM t GROUP BY a", true],
  ["DISTINCT in a call", "SELECT a, COUNT(DISTINCT b) FROM t GROUP BY a", false],
  ["DISTINCT of a subquery", "SELECT a, COUNT(b) FROM (SELECT DISTINCT * FROM t) GROUP BY a", false],
  ["DISTINCT ON", "SELECT DISTINCT ON (a) a, COUNT(b) FROM t GROUP BY a", false],
  ["DISTINCT before a limit", "SELECT DISTINCT a, COUNT(b) FROM t GROUP BY a LIMIT 1", false],
  ["DISTINCT and another change", "SELECT DISTINCT a, SUM(b) FROM t GROUP BY a", false],
])("sees that %s makes a list another list only: %s (%s)", (_, mutant, expected) => {
  const [one, other] = [gold, mutant].map((sql) => parseTree(sql, "postgresql"));
  if (one === undefined || other === undefined) throw new Error("no trees");
  expect(differAsListsOnly(one, other, sets)).toBe(expected);
  expect(differAsListsOnly(one, other, { ...sets, order: true })).toBe(false);
  expect(differAsListsOnly(one, other, { ...sets, distinct: true })).toBe(false);
});
