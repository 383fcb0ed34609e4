import { describe, expect, test } from "vitest";
import { actionCost, coins } from "#shared/dialogue/protocol/action-cost.ts";
import { chargedFailure } from "#shared/dialogue/protocol/after-action.ts";
import { refusalOf } from "#shared/dialogue/protocol/refusal.ts";
import { beginDialogue, beginWithBudget } from "#shared/dialogue/protocol/state.ts";
import { submissionFeedback } from "#shared/dialogue/protocol/submission-feedback.ts";
import { Protocol } from "#shared/domain/dialogue.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";
import { ask, execute, names, play, settingsOf, submit } from "./play.ts";

const profiles = EvaluatorProfile.options;

describe.each(profiles)("c-Interact under %s, fixed", (profile) => {
  const settings = settingsOf("c", profile, "fixed");
  const begin = (total = 2, hasFollowUp = true) => beginWithBudget({ total, hasFollowUp }, settings);

  test("B1: has the turns of the task, one for each question and none for SQL", () => {
    expect(beginDialogue(harbourTask, settings).budget).toEqual({ total: 5, left: 5 });
    const { state, turns } = play(begin(), ask, ask, submit(false), submit(true));
    expect(turns.map(({ cost }) => cost)).toEqual([1, 1, 0, 0]);
    expect(state.budget.left).toBe(0);
  });

  test("B1: takes no question once the turns are used, after a submission, or about the follow-up", () => {
    expect(refusalOf(begin(0), ask.action)).toContain("All turns");
    expect(refusalOf(play(begin(), submit(false)).state, ask.action)).toContain("failed submission");
    expect(refusalOf(play(begin(), submit(true)).state, ask.action)).toContain("follow-up");
    expect(refusalOf(begin(), execute.action)).toContain("only questions");
  });

  test("B3: has one debug try in each phase, and ends with the second failure", () => {
    expect(play(begin(), submit(false), submit(false)).state).toMatchObject({ end: "failed", reward: 0 });
    const second = play(begin(), submit(false), submit(true), submit(false), submit(false)).state;
    expect(second).toMatchObject({ end: "failed", reward: 0.5, passed: { 1: true, 2: false } });
  });

  test.each([
    { tries: [true, true], reward: 1 },
    { tries: [true, false, true], reward: 0.9 },
    { tries: [false, true, true], reward: 0.8 },
    { tries: [false, true, false, true], reward: 0.7 },
  ])("B5: pays $reward for submissions that pass like $tries", ({ tries, reward }) => {
    const { state, turns } = play(begin(), ...tries.map((passed) => submit(passed)));
    expect(state).toMatchObject({ end: "solved", reward, passed: { 1: true, 2: true } });
    expect(turns.reduce((sum, turn) => sum + turn.reward, 0)).toBeCloseTo(reward, 9);
  });

  test("B5: pays all of it for the only phase of a task", () => {
    expect(play(begin(2, false), submit(true)).state).toMatchObject({ end: "solved", reward: 1 });
    expect(play(begin(2, false), submit(false), submit(true)).state.reward).toBe(0.7);
  });

  test("B7: ends after three refused actions in a row, and not before", () => {
    const refused = play(begin(), execute, execute).state;
    expect(refused).toMatchObject({ end: null, budget: { left: 2 } });
    expect(play(refused, ask, execute).state.end).toBeNull();
    const { state, turns } = play(refused, execute);
    expect(state.end).toBe("system-stopped");
    expect(turns[0]).toMatchObject({
      refused: true,
      cost: 0,
      observation: expect.stringContaining("only questions"),
    });
  });

  test("B10: a verdict on another phase pays nothing and takes no try", () => {
    const { state, turns } = play(begin(), submit(false, 2), submit(true), submit(true, 1), submit(false, 1));
    expect(state).toMatchObject({ phase: 2, reward: 0.7, failedTries: 0, end: null });
    expect(turns.map(({ passed }) => passed)).toEqual([null, true, null, null]);
  });
});

describe.each(profiles)("a-Interact under %s, fixed", (profile) => {
  const settings = settingsOf("a", profile, "fixed");
  const begin = (total = 16, hasFollowUp = true) => beginWithBudget({ total, hasFollowUp }, settings);

  test("B2: has the coins of the task, and the nine actions have their prices", () => {
    expect(beginDialogue(harbourTask, settings).budget.total).toBe(16);
    expect(coins).toEqual({
      ...{ ask: 2, submit: 3, execute: 1, get_schema: 1, get_column_meaning: 0.5 },
      ...{ get_all_column_meanings: 1, get_all_external_knowledge_names: 0.5 },
      ...{ get_knowledge_definition: 0.5, get_all_knowledge_definitions: 1 },
    });
    const { state } = play(begin(), ask, execute, names, submit(false));
    expect(state.budget.left).toBe(16 - 2 - 1 - 0.5 - 3);
    expect(actionCost(state, submit(true).action)).toBe(3);
  });

  test("B3: goes on after failures, and pays the same after them (B5)", () => {
    const { state } = play(begin(), submit(false), submit(false), submit(true), submit(true));
    expect(state).toMatchObject({ end: "solved", reward: 1, budget: { left: 4 } });
  });

  test("B4: asks the follow-up after phase 1 has passed, and a later failure takes nothing back", () => {
    const { state } = play(begin(9), submit(true), submit(false), submit(false));
    expect(state).toMatchObject({ phase: 2, end: "budget-used", reward: 0.7, passed: { 1: true, 2: false } });
  });

  test("B6: keeps the last three coins for a submission, and ends when none can be paid", () => {
    const low = play(begin(5), execute).state;
    expect(refusalOf(low, ask.action)).toContain("2 of the 4 coins");
    expect(refusalOf(low, execute.action)).toBeNull();
    expect(play(low, ask).state.budget.left).toBe(4);
    expect(play(low, execute, submit(false)).state).toMatchObject({
      end: "budget-used",
      budget: { left: 0 },
    });
    expect(play(begin(5), submit(true)).state).toMatchObject({ end: "budget-used", reward: 0.7 });
  });
});

describe.each(profiles)("any dialogue under %s, fixed", (profile) => {
  test.each([...Protocol.options])("B8: a failed call in %s is no turn", (protocol) => {
    const state = beginWithBudget({ total: 9, hasFollowUp: true }, settingsOf(protocol, profile, "fixed"));
    expect(chargedFailure(state, ask.action)).toBeNull();
    expect(chargedFailure(state, submit(true).action)).toBeNull();
  });

  test("B9: tells whether a submission passed and why it does not run, and never what a test asserts", () => {
    const state = beginWithBudget({ total: 9, hasFollowUp: true }, settingsOf("a", profile, "fixed"));
    const failed = { passed: false, error: null, assertions: ["expected 42 rows"] };
    expect(submissionFeedback(state, failed, null)).not.toContain("42");
    const broken = { passed: false, error: 'column "x" does not exist', assertions: [] };
    expect(submissionFeedback(state, broken, null)).toContain('column "x" does not exist');
    const passed = { passed: true, error: null, assertions: [] };
    expect(submissionFeedback(state, passed, "And by year?")).toContain("And by year?");
    expect(submissionFeedback({ ...state, phase: 2 }, passed, "And by year?")).not.toContain("year");
  });

  test("B11: takes no action once it has ended", () => {
    const ended = play(
      beginWithBudget({ total: 9, hasFollowUp: false }, settingsOf("c", profile, "fixed")),
      submit(true),
    ).state;
    expect(ended.end).toBe("solved");
    expect(refusalOf(ended, submit(true).action)).toContain("ended");
    expect(play(ended, submit(false)).state).toBe(ended);
  });
});
