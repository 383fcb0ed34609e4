import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metricFigureNames, metricFigures } from "#shared/metrics/experts/metric-figures.ts";
import { metricReport, type Observation } from "#shared/metrics/experts/metric-report.ts";

const figures = (tp: number, tn: number, fp: number, fn: number) =>
  Object.fromEntries(
    [...metricFigures(Float64Array.of(tp, tn, fp, fn))].map((value, at) => [metricFigureNames[at], value]),
  );

describe("the figures of a metric against experts", () => {
  it.each([
    // ROSE, table 1: o3, Gemini-2.5-Pro, DeepSeek-R1, FLEX, EX, ETM and EM on its 585 items, in percent.
    [[387, 150, 9, 39], { accuracy: 91.79, kappa: 80.43, mcc: 81.04, f1: 94.16 }],
    [[363, 145, 14, 63], { accuracy: 86.84, kappa: 69.68, mcc: 71.01, f1: 90.41 }],
    [[357, 138, 21, 69], { accuracy: 84.62, kappa: 64.49, mcc: 65.68, f1: 88.81 }],
    [[307, 155, 4, 119], { accuracy: 78.97, kappa: 56.7, mcc: 62.01, f1: 83.31 }],
    [[171, 156, 3, 255], { accuracy: 55.9, kappa: 25.56, mcc: 37.23, f1: 57 }],
    [[49, 159, 0, 377], { accuracy: 35.56, kappa: 6.6, mcc: 18.47, f1: 20.63 }],
    [[4, 159, 0, 422], { accuracy: 27.86, kappa: 0.51, mcc: 5.07, f1: 1.86 }],
  ] as const)("are those that ROSE printed of %j", ([tp, tn, fp, fn], printed) => {
    for (const [name, value] of Object.entries(printed))
      expect(Math.round((figures(tp, tn, fp, fn)[name] ?? Number.NaN) * 10_000) / 100, name).toBe(value);
  });

  it("show what accuracy hides", () => {
    expect(figures(90, 0, 9, 1)).toMatchObject({ accuracy: 0.9, mcc: expect.closeTo(-0.0316, 4) });
  });

  it("are undefined where they divide by nothing, and only there", () => {
    const undefinedOf = (...counts: [number, number, number, number]) =>
      metricFigureNames.filter((name) => Number.isNaN(figures(...counts)[name] ?? 0));
    expect(undefinedOf(0, 0, 0, 0)).toEqual([...metricFigureNames]);
    expect(undefinedOf(5, 0, 0, 0)).toEqual(["kappa", "mcc"]);
    expect(undefinedOf(0, 5, 0, 0)).toEqual(["kappa", "mcc", "f1", "precision", "recall"]);
    expect(undefinedOf(0, 5, 0, 5)).toEqual(["mcc", "precision"]);
    expect(undefinedOf(5, 0, 5, 0)).toEqual(["mcc"]);
    expect(undefinedOf(1, 1, 1, 1)).toEqual([]);
  });

  it("do not change but for precision and recall when experts and metric change places", () => {
    const counts = fc.array(fc.nat(400), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(counts, ([tp = 0, tn = 0, fp = 0, fn = 0]) => {
        const [one, other] = [figures(tp, tn, fp, fn), figures(tp, tn, fn, fp)];
        for (const name of ["accuracy", "kappa", "mcc", "f1"])
          if (Number.isNaN(one[name])) expect(other[name]).toBeNaN();
          else expect(other[name]).toBeCloseTo(one[name] ?? 0, 12);
        expect(other.precision).toEqual(one.recall);
      }),
    );
  });
});

describe("the report of a metric", () => {
  const observed = (n: number, expert: boolean, metric: boolean | null, dbId = "a"): Observation[] =>
    Array.from({ length: n }, () => ({ dbId, expert, metric }));

  it("counts what is undefined apart, and gives its figures intervals", () => {
    const report = metricReport(
      [
        ...observed(30, true, true),
        ...observed(12, false, false, "b"),
        ...observed(5, true, false, "b"),
        ...observed(3, false, true),
        ...observed(4, true, null),
      ],
      1,
    );
    expect(report).toMatchObject({ n: 50, undefined: 4, tp: 30, tn: 12, fp: 3, fn: 5, accuracy: 0.84 });
    const { byItem, byDatabase } = report.intervals.accuracy;
    expect(byItem.interval?.from).toBeGreaterThan(0.7);
    expect(byItem.interval?.to).toBeLessThan(0.95);
    expect(byDatabase.resamples).toBe(2000);
  });

  it("has null, and no interval, where all is one label", () => {
    const report = metricReport(observed(9, true, true), 1);
    expect(report).toMatchObject({ n: 9, accuracy: 1, kappa: null, mcc: null });
    expect(report.intervals.kappa.byItem).toEqual({
      interval: null,
      resamples: 2000,
      undefinedResamples: 2000,
    });
    expect(metricReport([], 1)).toMatchObject({ n: 0, undefined: 0, accuracy: null, f1: null });
  });
});
