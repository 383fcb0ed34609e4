import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rangeAfterEdit, sharedEnds } from "#shared/text/after-edit.ts";

describe("a range after an edit", () => {
  test("holds the same text where the edit was elsewhere", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), fc.string(), (a, held, b, typed) => {
        const range = { from: a.length + 1, to: a.length + 1 + held.length };
        const before = `${a}\u0001${held}\u0002${b}`;
        for (const after of [`${a}${typed}\u0001${held}\u0002${b}`, `${a}\u0001${held}\u0002${typed}${b}`]) {
          const moved = rangeAfterEdit(before, after, range);
          expect(moved && after.slice(moved.from, moved.to)).toBe(held);
        }
      }),
    );
  });

  test("holds what was typed within it, not what was typed at its ends", () => {
    const moved = (after: string) => {
      const range = rangeAfterEdit("a < 2;", after, { from: 0, to: 5 });
      return range && after.slice(range.from, range.to);
    };
    expect(moved("a <= 2;")).toBe("a <= 2");
    expect(moved("x a < 2;")).toBe("a < 2");
    expect(moved("a < 2 y;")).toBe("a < 2");
  });

  test("is null where nothing of it is left", () => {
    expect(rangeAfterEdit("SELECT a FROM t", "SELECT  FROM t", { from: 7, to: 8 })).toBe(null);
  });
});

test("two texts share a beginning and an end that never overlap", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const { head, tail } = sharedEnds(a, b);
      expect(head + tail).toBeLessThanOrEqual(Math.min(a.length, b.length));
      expect(a.slice(0, head)).toBe(b.slice(0, head));
      expect(a.slice(a.length - tail)).toBe(b.slice(b.length - tail));
    }),
  );
});
