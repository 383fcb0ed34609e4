import { describe, expect, test } from "vitest";
import { chargedFailure } from "#shared/dialogue/protocol/after-action.ts";
import { goldSubmission } from "#shared/dialogue/protocol/gold-submission.ts";
import { knownFaults } from "#shared/dialogue/protocol/known-faults.ts";
import { refusalOf } from "#shared/dialogue/protocol/refusal.ts";
import { beginWithBudget } from "#shared/dialogue/protocol/state.ts";
import { submissionFeedback } from "#shared/dialogue/protocol/submission-feedback.ts";
import { type Behaviour, Protocol } from "#shared/domain/dialogue.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { ask, execute, names, play, settingsOf, submit } from "./play.ts";

type Profile = EvaluatorProfile;
const begin = (
  protocol: Protocol,
  profile: Profile,
  behaviour: Behaviour,
  { total = 6, hasFollowUp = true } = {},
) => beginWithBudget({ total, hasFollowUp }, settingsOf(protocol, profile, behaviour));

/** The implementations that call a simulator or a grader which may fail. */
const charging: readonly [Profile, Protocol][] = [
  ["adk", "c"],
  ["adk", "a"],
  ["agent", "a"],
];

const questions = (count: number) => Array.from({ length: count }, () => ask);
const asked = (turns: readonly { refused: boolean }[]) => turns.filter(({ refused }) => !refused).length;

describe("a fault of an implementation is there as shipped and gone when fixed", () => {
  test("B12: conv takes one question fewer, since the SQL takes the last turn", () => {
    const count = (behaviour: Behaviour) =>
      asked(play(begin("c", "conv", behaviour, { total: 5 }), ...questions(6)).turns);
    expect({ shipped: count("shipped"), fixed: count("fixed") }).toEqual({ shipped: 4, fixed: 5 });
    const { state } = play(begin("c", "conv", "shipped", { total: 2 }), ask, submit(false), submit(true));
    expect(state).toMatchObject({ budget: { left: 0 }, reward: 0.5, phase: 2 });
    expect(asked(play(begin("c", "conv", "shipped", { total: 1 }), ask, ask).turns)).toBe(1);
  });

  test("B13: adk only tells the turns: questions go on, after a failure and about the follow-up too", () => {
    const count = (behaviour: Behaviour) =>
      asked(play(begin("c", "adk", behaviour, { total: 2 }), ...questions(4)).turns);
    expect({ shipped: count("shipped"), fixed: count("fixed") }).toEqual({ shipped: 4, fixed: 2 });
    const shipped = play(begin("c", "adk", "shipped"), submit(false), ask, submit(true), ask);
    expect(asked(shipped.turns)).toBe(4);
    expect(asked(play(begin("c", "adk", "fixed"), submit(false), ask, submit(true), ask).turns)).toBe(2);
  });

  test("B13: adk stops a conversation at 60 calls of the model, and a submission takes two", () => {
    const { state } = play(begin("c", "adk", "shipped"), ...questions(58));
    expect(state.end).toBeNull();
    expect(play(state, submit(false)).state.end).toBe("turns-used");
    expect(play(state, ask, ask).state.end).toBe("turns-used");
    expect(play(state, submit(true)).state).toMatchObject({ end: "turns-used", reward: 0.7 });
  });

  test("B14: adk submits for free with too few coins, and sets the budget to -1", () => {
    const low = { total: 2.5 };
    expect(play(begin("a", "adk", "shipped", low), submit(true)).state).toMatchObject({
      ...{ reward: 0.7, end: "budget-used", budget: { left: -1 } },
    });
    expect(play(begin("a", "adk", "shipped", { total: 3 }), submit(false)).state.budget.left).toBe(-1);
    const fixed = play(begin("a", "adk", "fixed", { total: 5.5 }), submit(false));
    expect(fixed.state).toMatchObject({ end: "budget-used", budget: { left: 2.5 } });
    expect(play(fixed.state, submit(true)).state.reward).toBe(0);
  });

  test("B14: adk refuses other actions without coins, at no cost, up to 60 calls", () => {
    const empty = play(begin("a", "adk", "shipped", { total: 2 }), execute, execute).state;
    expect(refusalOf(empty, names.action)).toContain("Submit");
    const refused = play(empty, ...Array.from({ length: 57 }, () => names)).state;
    expect(refused).toMatchObject({ end: null, budget: { left: 0 } });
    expect(play(refused, names).state.end).toBe("turns-used");
  });

  test("B15: agent overdraws the budget, and ends with the next submission, even if it passes phase 1", () => {
    const overdrawn = play(begin("a", "agent", "shipped", { total: 1 }), ask);
    expect(overdrawn.state).toMatchObject({ end: null, budget: { left: -1 } });
    expect(play(overdrawn.state, submit(true)).state).toMatchObject({
      ...{ end: "budget-used", passed: { 1: true, 2: false }, budget: { left: -4 } },
    });
    expect(play(overdrawn.state, execute).state).toMatchObject({ end: "budget-used", budget: { left: -1 } });
    const fixed = play(begin("a", "agent", "fixed", { total: 4 }), ask);
    expect(fixed.turns[0]).toMatchObject({ refused: true, budgetAfter: 4 });
  });

  test("B16: agent lets a later failure erase an earlier pass, and pays two passes with the last alone", () => {
    const erased = play(begin("a", "agent", "shipped", { total: 20 }), submit(true), submit(false)).state;
    expect(erased).toMatchObject({ reward: 0, passed: { 1: true } });
    expect(play(erased, submit(true)).state).toMatchObject({ reward: 0.3, end: "solved" });
    const kept = play(begin("a", "agent", "fixed", { total: 20 }), submit(true), submit(false)).state;
    expect(kept.reward).toBe(0.7);
    expect(play(kept, submit(true)).state.reward).toBe(1);
  });

  test("B17: agent shows the system what a test asserts", () => {
    const told = (profile: Profile, behaviour: Behaviour) =>
      submissionFeedback(
        begin("a", profile, behaviour),
        { passed: false, error: null, assertions: ["expected 42 rows"] },
        null,
      );
    expect(told("agent", "shipped")).toContain("expected 42 rows");
    expect(told("agent", "fixed")).not.toContain("42");
    expect(told("adk", "shipped")).not.toContain("42");
  });

  test.each([...charging])("B18: %s charges a failed call in %s as a turn", (profile, protocol) => {
    const shipped = begin(protocol, profile, "shipped");
    const outcome = chargedFailure(shipped, ask.action);
    expect(outcome).not.toBeNull();
    const { state, turns } = play(shipped, { action: ask.action, outcome: outcome ?? ask.outcome });
    expect(turns[0]?.cost).toBeGreaterThan(0);
    expect(state.budget.left).toBeLessThan(6);
    expect(chargedFailure(shipped, submit(true).action)?.passed).toBe(false);
    expect(chargedFailure(begin(protocol, profile, "fixed"), ask.action)).toBeNull();
    expect(chargedFailure(begin("c", "conv", "shipped"), ask.action)).toBeNull();
  });

  test("B19: adk pays a phase again when its environment grades it again: 1.4 for two passes of phase 1", () => {
    const steps = [submit(true), submit(true, 1), submit(false, 2)];
    expect(play(begin("c", "adk", "shipped"), ...steps).state).toMatchObject({
      ...{ reward: 1.4, end: "failed", passed: { 1: true, 2: false } },
    });
    expect(play(begin("c", "adk", "fixed"), ...steps).state).toMatchObject({ reward: 0.7, end: null });
  });

  test("B20: adk tries a gold of several statements with the first alone", () => {
    const gold = ["CREATE TABLE t (a int)", "INSERT INTO t VALUES (1)"];
    expect(goldSubmission(settingsOf("a", "adk", "shipped"), gold)).toEqual(gold.slice(0, 1));
    expect(goldSubmission(settingsOf("a", "adk", "fixed"), gold)).toEqual(gold);
    expect(goldSubmission(settingsOf("a", "agent", "shipped"), gold)).toEqual(gold);
  });

  test.each([["conv", "c"] as const, ...charging])(
    "B21: %s pays 0.7 for the only phase of a task in %s",
    (profile, protocol) => {
      const only = { hasFollowUp: false };
      const reward = (behaviour: Behaviour) =>
        play(begin(protocol, profile, behaviour, only), submit(true)).state.reward;
      expect({ shipped: reward("shipped"), fixed: reward("fixed") }).toEqual({ shipped: 0.7, fixed: 1 });
    },
  );

  test("B22: a protocol that a profile does not have is played as fixed", () => {
    for (const profile of EvaluatorProfile.options)
      for (const protocol of Protocol.options) {
        const any = Object.values(knownFaults(settingsOf(protocol, profile, "shipped"))).some(Boolean);
        expect([profile, protocol, any]).toEqual([
          profile,
          protocol,
          !["conv a", "agent c"].includes(`${profile} ${protocol}`),
        ]);
        expect(Object.values(knownFaults(settingsOf(protocol, profile, "fixed"))).some(Boolean)).toBe(false);
      }
  });
});
