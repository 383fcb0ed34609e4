import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FaultEvidence, type FaultSubject, type TrialPair, whoseFault } from "#shared/dialogue/fault.ts";
import { Behaviour, DialogueEnd } from "#shared/domain/dialogue.ts";

const failed: FaultSubject = {
  end: "failed",
  behaviour: "shipped",
  simulatorErred: false,
  isRepeatable: true,
};
const both = { shipped: true, fixed: true };
const none = { shipped: false, fixed: false };
const onlyFixed = { shipped: false, fixed: true };
const onlyShipped = { shipped: true, fixed: false };
const played = (changed: boolean, asPlayed = false) => ({
  kind: "played" as const,
  pairs: [{ asPlayed, changed }],
});
const pairs = (gained: number, lost: number, same = 0) => ({
  kind: "played" as const,
  pairs: [
    ...Array.from({ length: gained }, () => ({ asPlayed: false, changed: true })),
    ...Array.from({ length: lost }, () => ({ asPlayed: true, changed: false })),
    ...Array.from({ length: same }, (): TrialPair => ({ asPlayed: false, changed: false })),
  ],
});
const stuck = { kind: "cannot-go-on" as const, reason: "It is a recording." };

/** Everything that was run again for a system that failed by itself. */
const bySystem: FaultEvidence = {
  gold: both,
  lastSql: none,
  referenceAnswers: played(false),
  unlimitedBudget: played(false),
};

/** What a re-run adds to what was run before. */
function onceMore<Evidence extends FaultEvidence[keyof FaultEvidence]>(
  before: Evidence | undefined,
  now: Evidence,
): Evidence {
  if (before == null || now == null || !("kind" in before) || !("kind" in now)) return now;
  if (before.kind === "cannot-go-on" || now.kind === "cannot-go-on") return now;
  return { ...now, pairs: [...before.pairs, ...now.pairs] };
}

describe("whose fault a failed dialogue was", () => {
  it.each<{ evidence: FaultEvidence; fault: string; subject?: Partial<FaultSubject>; why: string }>([
    { evidence: { gold: none }, fault: "task", why: "the gold fails shipped and fixed" },
    {
      evidence: { gold: onlyShipped },
      ...{ subject: { behaviour: "fixed" }, fault: "task", why: "the gold passes by a fault only" },
    },
    { evidence: { gold: onlyFixed }, fault: "evaluator", why: "the gold passes only fixed" },
    { evidence: { gold: both, lastSql: onlyFixed }, fault: "evaluator", why: "its SQL passes only fixed" },
    { evidence: { gold: both, lastSql: both }, fault: "evaluator", why: "its SQL passes graded again" },
    {
      evidence: { ...bySystem, referenceAnswers: played(true) },
      ...{ fault: "simulator", why: "reference answers help" },
    },
    {
      evidence: { ...bySystem, unlimitedBudget: played(true) },
      ...{ fault: "budget", why: "a boundless budget helps" },
    },
    { evidence: bySystem, fault: "system", why: "nothing helps" },
    { evidence: { ...bySystem, lastSql: null }, fault: "system", why: "it submitted nothing" },
    {
      evidence: {
        gold: both,
        lastSql: onlyShipped,
        referenceAnswers: played(false),
        unlimitedBudget: played(false),
      },
      ...{ subject: { behaviour: "fixed" }, fault: "system", why: "its SQL passes by a fault only" },
    },
    {
      evidence: { gold: both, lastSql: none, referenceAnswers: stuck },
      ...{ fault: "undetermined", why: "it cannot be answered otherwise" },
    },
    {
      evidence: { ...bySystem, unlimitedBudget: stuck },
      ...{ fault: "undetermined", why: "it cannot go on with more budget" },
    },
  ])("is the $fault's, since $why", ({ evidence, fault, subject }) => {
    expect(whoseFault({ ...failed, ...subject }, evidence)).toMatchObject({ verdict: { fault } });
  });

  it("asks for one re-run after another, and for none that the ones before made needless", () => {
    const order = ["gold", "lastSql", "referenceAnswers", "unlimitedBudget"] as const;
    let evidence: FaultEvidence = {};
    for (const rerun of order) {
      expect(whoseFault(failed, evidence)).toEqual({ rerun });
      evidence = { ...evidence, [rerun]: bySystem[rerun] };
    }
    expect(whoseFault(failed, evidence)).toHaveProperty("verdict");
  });

  it("needs a significant majority of paired trials where the system is random, and asks once for more", () => {
    const random = { ...failed, isRepeatable: false };
    const step = (referenceAnswers: NonNullable<FaultEvidence["referenceAnswers"]>) =>
      whoseFault(random, { ...bySystem, referenceAnswers });
    expect(step(pairs(6, 0))).toMatchObject({ verdict: { fault: "simulator", simulator: "hindered" } });
    expect(step(pairs(5, 0, 1))).toEqual({ rerun: "referenceAnswers" });
    expect(step(pairs(7, 0, 5))).toMatchObject({ verdict: { fault: "simulator" } });
    expect(step(pairs(5, 0, 7))).toMatchObject({
      verdict: { fault: "undetermined", reason: expect.stringContaining("12 paired") },
    });
    expect(step(pairs(3, 3))).toMatchObject({ verdict: { fault: "system" } });
    expect(step(pairs(0, 6))).toMatchObject({ verdict: { fault: "system" } });
  });

  it("says what an erring simulator did: hindered, harmless, or helped a success", () => {
    const erred = { ...failed, simulatorErred: true };
    expect(whoseFault(erred, bySystem)).toMatchObject({
      verdict: { fault: "system", simulator: "harmless" },
    });
    const solved: FaultSubject = { ...erred, end: "solved" };
    expect(whoseFault(solved, {})).toEqual({ rerun: "referenceAnswers" });
    expect(whoseFault(solved, { referenceAnswers: played(false, true) })).toMatchObject({
      verdict: { fault: "simulator", simulator: "helped" },
    });
    expect(whoseFault(solved, { referenceAnswers: played(true, true) })).toMatchObject({
      verdict: { fault: null, simulator: "harmless" },
    });
    expect(whoseFault({ ...solved, simulatorErred: false }, {})).toMatchObject({ verdict: { fault: null } });
  });

  it.each(["infrastructure", "not-judged"] as const)("is nobody's after an end by %s", (end) => {
    expect(whoseFault({ ...failed, end }, {})).toMatchObject({ verdict: { fault: null, simulator: null } });
  });

  it("comes to an end with at most four re-runs and two rounds of further trials, whatever they say", () => {
    const verdicts = fc.constantFrom(both, none, onlyFixed, onlyShipped);
    const fork = fc.constantFrom(stuck, pairs(0, 0, 6), pairs(3, 1, 2), pairs(6, 0));
    const evidences = fc.record({
      gold: verdicts,
      lastSql: fc.option(verdicts),
      referenceAnswers: fork,
      unlimitedBudget: fork,
    });
    const subjects = fc.record({
      end: fc.constantFrom(...DialogueEnd.options),
      behaviour: fc.constantFrom(...Behaviour.options),
      simulatorErred: fc.boolean(),
      isRepeatable: fc.boolean(),
    });
    fc.assert(
      fc.property(subjects, evidences, (subject, all) => {
        let evidence: FaultEvidence = {};
        let step = whoseFault(subject, evidence);
        for (let rerun = 0; "rerun" in step; rerun += 1) {
          expect(rerun).toBeLessThan(6);
          evidence = { ...evidence, [step.rerun]: onceMore(evidence[step.rerun], all[step.rerun]) };
          step = whoseFault(subject, evidence);
        }
        expect(step.verdict.reason).not.toBe("");
      }),
    );
  });
});
