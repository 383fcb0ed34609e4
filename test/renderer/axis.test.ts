import fc from "fast-check";
import { expect, test } from "vitest";
import { axisOf } from "../../renderer/ui/axis.ts";

test("an axis ends at a round number, at or behind the largest count", () => {
  expect(axisOf(0)).toEqual({ end: 1, ticks: [0, 1] });
  expect(axisOf(3)).toEqual({ end: 3, ticks: [0, 1, 2, 3] });
  expect(axisOf(11)).toEqual({ end: 15, ticks: [0, 5, 10, 15] });
  expect(axisOf(924)).toEqual({ end: 1000, ticks: [0, 500, 1000] });
});

test("whatever is counted, the ticks are few, whole and even, and the last part is needed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (largest) => {
      const { end, ticks } = axisOf(largest);
      const [, step = 0] = ticks;
      expect(ticks).toEqual(ticks.map((_, at) => at * step));
      expect(Number.isInteger(step)).toBe(true);
      expect(ticks.at(-1)).toBe(end);
      expect(end).toBeGreaterThanOrEqual(largest);
      expect(end - step).toBeLessThan(largest);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }),
  );
});
