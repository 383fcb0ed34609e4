import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { refusalOf } from "#shared/dialogue/protocol/refusal.ts";
import { beginWithBudget } from "#shared/dialogue/protocol/state.ts";
import { Behaviour, Protocol } from "#shared/domain/dialogue.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { ask, execute, names, play, type Step, settingsOf, submit } from "./play.ts";

/** Any action with any outcome, verdicts on the other phase among them. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(ask, execute, names),
  fc
    .tuple(fc.constantFrom(true, false, null), fc.constantFrom(undefined, 1 as const, 2 as const))
    .map(([passed, gradedPhase]) => submit(passed, gradedPhase)),
);

const dialogue = (behaviours: readonly Behaviour[]) =>
  fc.record({
    begin: fc
      .record({
        protocol: fc.constantFrom(...Protocol.options),
        profile: fc.constantFrom(...EvaluatorProfile.options),
        behaviour: fc.constantFrom(...behaviours),
        total: fc.integer({ min: 0, max: 24 }),
        hasFollowUp: fc.boolean(),
      })
      .map(({ protocol, profile, behaviour, ...task }) =>
        beginWithBudget(task, settingsOf(protocol, profile, behaviour)),
      ),
    steps: fc.array(step, { maxLength: 80 }),
  });

const runs = { numRuns: 2000 };

describe("whatever a system does, under fixed behaviour", () => {
  it("never makes a budget negative, never grows it, and charges what each turn says (B1, B2, B6)", () => {
    fc.assert(
      fc.property(dialogue(["fixed"]), ({ begin, steps }) => {
        for (const { budgetBefore, budgetAfter, cost } of play(begin, ...steps).turns) {
          expect(budgetAfter).toBeGreaterThanOrEqual(0);
          expect(budgetBefore - budgetAfter).toBeCloseTo(budgetBefore === budgetAfter ? 0 : cost, 9);
        }
      }),
      runs,
    );
  });

  it("pays no phase twice: each pass that counts is of its phase's first, and they add up (B5)", () => {
    fc.assert(
      fc.property(dialogue(["fixed"]), ({ begin, steps }) => {
        const { state, turns } = play(begin, ...steps);
        for (const phase of [1, 2] as const)
          expect(turns.filter((turn) => turn.phase === phase && turn.reward > 0).length).toBe(
            state.passed[phase] ? 1 : 0,
          );
        expect(turns.reduce((sum, { reward }) => sum + reward, 0)).toBeCloseTo(state.reward, 9);
        expect(state.reward).toBeGreaterThanOrEqual(0);
        expect(state.reward).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it("ends each dialogue of actions that cost nothing, or that cannot be carried out (B3, B7)", () => {
    fc.assert(
      fc.property(dialogue(["fixed"]), ({ begin }) => {
        const refused = begin.settings.protocol === "c" ? execute : submit(false);
        expect(play(begin, ...Array.from({ length: 20 }, () => refused)).state.end).not.toBeNull();
      }),
    );
  });
});

describe("whatever a system does, as shipped or fixed", () => {
  it("never takes a pass or a verdict of success back (B4), and a solved dialogue has passed all its phases", () => {
    fc.assert(
      fc.property(dialogue(Behaviour.options), ({ begin, steps }) => {
        let state = begin;
        for (const one of steps) {
          const next = play(state, one).state;
          for (const phase of [1, 2] as const) if (state.passed[phase]) expect(next.passed[phase]).toBe(true);
          if (next.passed[2]) expect(next.passed[1]).toBe(true);
          state = next;
        }
        if (state.end === "solved") expect(state.passed).toEqual({ 1: true, 2: begin.hasFollowUp });
      }),
      runs,
    );
  });

  it("takes no action once a dialogue has ended (B11)", () => {
    fc.assert(
      fc.property(dialogue(Behaviour.options), step, ({ begin, steps }, more) => {
        const { state } = play(begin, ...steps);
        if (state.end === null) return;
        expect(refusalOf(state, more.action)).not.toBeNull();
        const after = play(state, more);
        expect(after.state).toBe(state);
        expect(after.turns[0]).toMatchObject({ refused: true, cost: 0, reward: 0, passed: null });
      }),
      runs,
    );
  });
});
