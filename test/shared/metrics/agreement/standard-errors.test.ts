import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pooledStandardErrors } from "#shared/metrics/agreement/pooled-standard-errors.ts";
import { ratingPatterns } from "#shared/metrics/agreement/rating-pattern.ts";
import { studentT95 } from "#shared/metrics/agreement/student-t.ts";

/** Krippendorff's alpha by its definition: observed over expected disagreement of pairs of values, pair by pair. */
function alphaByPairs(units: readonly (readonly number[])[]): number {
  const values = units.map((ratings) => ratings.flatMap((count, label) => Array<number>(count).fill(label)));
  const paired = values.filter((own) => own.length > 1);
  const all = paired.flat();
  let observed = 0;
  for (const own of paired)
    for (let i = 0; i < own.length; i += 1)
      for (let j = 0; j < own.length; j += 1)
        if (i !== j && own[i] !== own[j]) observed += 1 / (own.length - 1);
  let expected = 0;
  for (let i = 0; i < all.length; i += 1)
    for (let j = 0; j < all.length; j += 1) if (i !== j && all[i] !== all[j]) expected += 1;
  return 1 - observed / all.length / (expected / all.length / (all.length - 1));
}

/** Leaves out each unit in turn, and starts over without it. */
function jackknife(units: readonly (readonly number[])[]): number {
  const paired = units.filter((ratings) => ratings.reduce((sum, count) => sum + count, 0) > 1);
  const without = paired.map((_, left) => alphaByPairs(paired.filter((__, at) => at !== left)));
  const mean = without.reduce((sum, alpha) => sum + alpha, 0) / without.length;
  const squares = without.reduce((sum, alpha) => sum + (alpha - mean) ** 2, 0);
  return Math.sqrt(((without.length - 1) / without.length) * squares);
}

const alphaError = (units: readonly (readonly number[])[], labels: number) =>
  pooledStandardErrors(ratingPatterns(units), labels).krippendorffAlpha;

describe("the standard error of Krippendorff's alpha", () => {
  it("is what leaving out one unit after another gives, computed pair by pair", () => {
    const unit = fc.array(fc.nat(3), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 4, maxLength: 14 }), (units) => {
        const brute = jackknife(units);
        const error = alphaError(units, 3);
        if (Number.isFinite(brute)) expect(error).toBeCloseTo(brute, 9);
        else expect(error).toBeNull();
      }),
    );
  });

  it("is near the ones that irrCAC gives by linearisation (.08243 and .14557)", () => {
    const sixRaters =
      "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031";
    const diagnoses = sixRaters.split(" ").map((row) => [...row].map(Number));
    expect(alphaByPairs(diagnoses)).toBeCloseTo(0.4204384, 6);
    expect(alphaError(diagnoses, 5)).toBeCloseTo(jackknife(diagnoses), 9);
    expect(alphaError(diagnoses, 5)).toBeGreaterThan(0.08);
    expect(alphaError(diagnoses, 5)).toBeLessThan(0.1);
  });
});

describe("Student's t at 95 %", () => {
  it("is the tables', and its expansion goes on where the series ends", () => {
    const tables: [number, number][] = [
      [1, 12.7062],
      [10, 2.228139],
      [100, 1.983972],
      [200, 1.971896],
      [201, 1.971837],
      [1000, 1.962339],
      [100_000, 1.959988],
    ];
    for (const [degrees, value] of tables) expect(studentT95(degrees), `${degrees}`).toBeCloseTo(value, 4);
    const step = studentT95(199) - studentT95(200);
    expect(studentT95(200) - studentT95(201)).toBeCloseTo((step * 199) / 201, 8);
  });
});
