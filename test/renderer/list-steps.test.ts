import fc from "fast-check";
import { expect, test } from "vitest";
import { nextOpen, stepIndex, typedIndex } from "../../renderer/ui/list-steps.ts";

test("steps lead through a list and nowhere beyond its ends", () => {
  expect(stepIndex("next", 0, 3)).toBe(1);
  expect(stepIndex("next", 2, 3)).toBeNull();
  expect(stepIndex("previous", 0, 3)).toBeNull();
  expect(stepIndex("last", 0, 3)).toBe(2);
  expect(stepIndex("first", 0, 3)).toBeNull();
  expect(stepIndex("first", 0, 0)).toBeNull();
});

test("the next open item is the nearest in that direction, around the end, never the one on screen", () => {
  const queue = fc.record({
    open: fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
    at: fc.nat(39),
    step: fc.constantFrom(1 as const, -1 as const),
  });
  fc.assert(
    fc.property(queue, ({ open, at, step }) => {
      const index = at % open.length;
      const ids = open.map((_, id) => id);
      const found = nextOpen(ids, index, (id) => open[id] === true, step);
      const around = ids.map((_, away) => (index + step * away + open.length * 2) % open.length).slice(1);
      expect(found).toBe(around.find((id) => open[id]) ?? null);
    }),
  );
});

test("a typed place is 1-based and must exist", () => {
  expect(typedIndex("412", 1034)).toBe(411);
  expect(typedIndex(" 1,034 ", 1034)).toBe(1033);
  for (const text of ["0", "1035", "", "x", "1.5", "-3"]) expect(typedIndex(text, 1034)).toBeNull();
});
