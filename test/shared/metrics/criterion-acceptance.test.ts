import { expect, it } from "vitest";
import { Criterion, type CrossCheck } from "../../../shared/domain/cross-check.ts";
import { criterionAcceptance } from "../../../shared/metrics/criterion-acceptance.ts";

const check = (rejected: readonly Criterion[]): CrossCheck => {
  const given = { by: "bert", at: "2026-01-01T00:00:00.000Z", revision: 1 };
  const judgements = Criterion.options.map((criterion) => ({
    ...{ ...given, criterion, accepted: !rejected.includes(criterion), reason: "" },
  }));
  return { ...given, judgements };
};

it("counts each criterion by itself, with an interval over tasks (SPEC CC9)", () => {
  const checks = [...Array.from({ length: 9 }, () => check([])), check(["gold", "tests"])];
  const [questions, gold, , tests] = criterionAcceptance(checks, 1);
  // All accepted: the exact binomial bound of ten tasks, 0.025^(1/10).
  expect(questions).toMatchObject({ accepted: 10, of: 10, interval: { to: 1 } });
  expect(questions?.interval?.from).toBeCloseTo(0.6915, 4);
  expect(gold).toMatchObject({ criterion: "gold", accepted: 9, of: 10 });
  expect(gold?.interval?.from).toBeGreaterThanOrEqual(0.6);
  expect(gold?.interval?.from).toBeLessThan(0.9);
  expect(tests).toEqual({ ...gold, criterion: "tests" });
});

it("has no interval where fewer than two tasks were checked (SPEC CC9)", () => {
  expect(criterionAcceptance([check(["safety"])], 1)[4]).toEqual({
    ...{ criterion: "safety", accepted: 0, of: 1, interval: null },
  });
  expect(criterionAcceptance([], 1)[0]).toMatchObject({ accepted: 0, of: 0, interval: null });
});
