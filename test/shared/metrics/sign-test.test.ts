import { describe, expect, it } from "vitest";
import { signTest } from "#shared/metrics/sign-test.ts";

describe("the exact sign test", () => {
  it.each([
    { wins: 5, losses: 0, chance: 1 / 32 },
    { wins: 1, losses: 0, chance: 1 / 2 },
    { wins: 8, losses: 2, chance: 56 / 1024 },
    { wins: 3, losses: 3, chance: 42 / 64 },
    { wins: 0, losses: 4, chance: 1 },
    { wins: 0, losses: 0, chance: 1 },
  ])("gives $chance for $wins against $losses", ({ wins, losses, chance }) => {
    expect(signTest(wins, losses)).toBeCloseTo(chance, 12);
  });

  it("stays exact for thousands of pairs", () => {
    expect(signTest(2000, 2000)).toBeCloseTo(0.5, 1);
    expect(signTest(2200, 1800)).toBeLessThan(1e-9);
    expect(signTest(2200, 1800)).toBeGreaterThan(0);
  });
});
