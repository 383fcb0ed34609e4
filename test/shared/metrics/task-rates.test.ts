import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TaskOutcome, taskRates } from "#shared/metrics/task-rates.ts";

const outcome = (phase1: boolean, phase2: boolean, rest: Partial<TaskOutcome> = {}): TaskOutcome => ({
  management: false,
  hasFollowUp: true,
  phase1,
  phase2,
  ...rest,
});

const anyOutcome = fc.record({
  management: fc.boolean(),
  hasFollowUp: fc.boolean(),
  phase1: fc.boolean(),
  phase2: fc.boolean(),
});

describe("success and reward", () => {
  it("M1: counts phase 2 only after phase 1, of the tasks that have one", () => {
    const { all } = taskRates([
      outcome(true, true),
      outcome(true, false),
      outcome(false, true),
      outcome(true, false, { hasFollowUp: false }),
    ]);
    expect(all.phase1).toEqual({ passed: 3, of: 4, rate: 0.75 });
    expect(all.phase2).toEqual({ passed: 1, of: 3, rate: 1 / 3 });
  });

  it("M1: counts BI and DM apart", () => {
    const { all, bi, dm } = taskRates([outcome(true, true), outcome(false, false, { management: true })]);
    expect([all.tasks, bi.tasks, dm.tasks]).toEqual([2, 1, 1]);
    expect([bi.phase1.rate, dm.phase1.rate]).toEqual([1, 0]);
  });

  it.each([
    ["both phases", outcome(true, true), 100, 70],
    ["phase 1 only", outcome(true, false), 70, 50],
    ["phase 2 only, which is not reached", outcome(false, true), 0, 0],
    ["nothing", outcome(false, false), 0, 0],
    ["the only phase", outcome(true, false, { hasFollowUp: false }), 100, 70],
  ])("M2, M3: pays for %s", (_, one, most, least) => {
    const { all } = taskRates([one]);
    expect(all.aInteract).toBe(most);
    expect(all.cInteract).toEqual({ least, most });
  });

  it("M2: never pays more than 100 or less than 0, and no less for more that passed", () => {
    fc.assert(
      fc.property(fc.array(anyOutcome, { minLength: 1, maxLength: 20 }), (outcomes) => {
        const reward = (some: TaskOutcome[]) => taskRates(some).all.aInteract ?? Number.NaN;
        expect(reward(outcomes)).toBeGreaterThanOrEqual(0);
        expect(reward(outcomes)).toBeLessThanOrEqual(100);
        const better = outcomes.map((one, at) => (at === 0 ? { ...one, phase1: true } : one));
        expect(reward(better)).toBeGreaterThanOrEqual(reward(outcomes));
      }),
    );
  });

  it("says nothing of no tasks", () => {
    expect(taskRates([]).all).toEqual({
      tasks: 0,
      phase1: { passed: 0, of: 0, rate: null },
      phase2: { passed: 0, of: 0, rate: null },
      aInteract: null,
      cInteract: null,
    });
  });
});
