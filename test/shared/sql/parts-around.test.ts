import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { partsAround } from "#shared/sql/tree/parts-around.ts";

const sql = "SELECT ROUND(AVG(x.rsi), 2) FROM t x WHERE x.a > 1 AND x.b < 2";
const tree = parseTree(sql, "postgresql");
const texts = (from: number, to: number) =>
  partsAround(tree, { from, to }).map((part) => sql.slice(part.from, part.to));

test("the cursor takes the smallest part, and each step takes the next larger one", () => {
  const at = sql.indexOf("rsi") + 1;
  const parts = texts(at, at);
  expect(parts.indexOf("AVG(x.rsi)")).toBeGreaterThan(parts.indexOf("x.rsi"));
  expect(parts.indexOf("ROUND(AVG(x.rsi), 2)")).toBeGreaterThan(parts.indexOf("AVG(x.rsi)"));
  expect(parts.at(-1)).toBe(sql);
});

test("a selection that is a whole part is taken as it is, one that cuts parts is widened to whole ones", () => {
  const condition = "x.a > 1";
  const from = sql.indexOf(condition);
  expect(texts(from - 1, from + condition.length)[0]).toBe(condition);
  const cut = sql.indexOf("rsi), 2");
  expect(texts(cut, cut + 7)[0]).toBe("ROUND(AVG(x.rsi), 2)");
});

test("nothing is taken where there is no SQL", () => {
  expect(partsAround(parseTree("", "postgresql"), { from: 0, to: 0 })).toEqual([]);
  expect(partsAround(parseTree("  -- note", "postgresql"), { from: 1, to: 1 })).toEqual([]);
});

test("parts around any selection hold it and grow", () => {
  fc.assert(
    fc.property(fc.nat(sql.length), fc.nat(sql.length), (a, b) => {
      const range = { from: Math.min(a, b), to: Math.max(a, b) };
      const parts = partsAround(tree, range);
      for (const [at, part] of parts.entries()) {
        const before = parts[at - 1];
        if (before === undefined) continue;
        expect(part.from <= before.from && part.to >= before.to).toBe(true);
        expect(part.to - part.from).toBeGreaterThan(before.to - before.from);
      }
    }),
  );
});
