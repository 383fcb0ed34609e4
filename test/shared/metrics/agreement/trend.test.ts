import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trendOf } from "../../../../shared/metrics/agreement/trend.ts";

/** The share of all orders of the values whose score is as far from 0. */
function byAllOrders(values: readonly number[]): number {
  const scoreOf = (order: readonly number[]) =>
    order.reduce(
      (sum, value, at) => sum + order.slice(at + 1).reduce((own, later) => own + Math.sign(later - value), 0),
      0,
    );
  const orders = (left: readonly number[]): number[][] =>
    left.length === 0
      ? [[]]
      : left.flatMap((value, at) =>
          orders(left.filter((_, other) => other !== at)).map((rest) => [value, ...rest]),
        );
  const all = orders(values);
  const asFar = all.filter((order) => Math.abs(scoreOf(order)) >= Math.abs(scoreOf(values)));
  return asFar.length / all.length;
}

describe("the trend of values in their order", () => {
  it("is certain where each is above the one before: 2 of 5! orders are as far", () => {
    expect(trendOf([0.6, 0.65, 0.7, 0.71, 0.9])).toEqual({ n: 5, tau: 1, p: expect.closeTo(2 / 120, 12) });
    expect(trendOf([5, 4, 3, 2])).toEqual({ n: 4, tau: -1, p: expect.closeTo(2 / 24, 12) });
  });

  it("has the p of all orders of the values", () => {
    const values = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 4, maxLength: 6 });
    fc.assert(
      fc.property(values, (one) => {
        expect(trendOf(one)?.p).toBeCloseTo(byAllOrders(one), 10);
      }),
      { numRuns: 40 },
    );
  });

  it("takes equal values for neither side, by the normal distribution", () => {
    const trend = trendOf([1, 2, 2, 4, 3, 5]);
    const variance = (6 * 5 * 17 - 2 * 1 * 9) / 18;
    expect(trend?.tau).toBeCloseTo((2 * 12) / 30, 12);
    // P(|Z| > 11/√variance) of the normal distribution.
    expect(11 / Math.sqrt(variance)).toBeCloseTo(2.104, 3);
    expect(trend?.p).toBeCloseTo(0.0354, 4);
  });

  it("is nothing of fewer than four values, or of equal ones", () => {
    expect(trendOf([1, 2, 3])).toBeNull();
    expect(trendOf([2, 2, 2, 2])).toBeNull();
  });
});
