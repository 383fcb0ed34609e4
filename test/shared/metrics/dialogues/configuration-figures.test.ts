import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configurationFigures } from "#shared/metrics/dialogues/configuration-figures.ts";
import { passAtK, passHatK } from "#shared/metrics/dialogues/pass-at-k.ts";
import { playedDialogue, playedTasks } from "../../../dialogues/played-dialogues.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";

describe("Pass@k and Pass^k", () => {
  it("are those of the published example: four trials, three of which passed", () => {
    expect([1, 2, 3, 4].map((k) => passHatK(4, 3, k))).toEqual([0.75, 0.5, 0.25, 0]);
    expect(passAtK(4, 3, 2)).toBe(1);
  });

  it("are the shares of all draws of k trials, for any numbers", () => {
    const trials = fc.array(fc.boolean(), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(trials, fc.nat(), (passed, any) => {
        const k = 1 + (any % passed.length);
        const draws = subsets(passed, k);
        const c = passed.filter(Boolean).length;
        expect(passAtK(passed.length, c, k)).toBeCloseTo(
          draws.filter((one) => one.some(Boolean)).length / draws.length,
          9,
        );
        expect(passHatK(passed.length, c, k)).toBeCloseTo(
          draws.filter((one) => one.every(Boolean)).length / draws.length,
          9,
        );
      }),
    );
  });
});

function subsets<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    subsets(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

describe("the figures of a configuration", () => {
  const figures = (...parts: Parameters<typeof playedTasks>) =>
    configurationFigures(playedTasks(...parts), [], 1)[0];

  it("leave infrastructure failures out of a rate, and give it with all of them failed and passed", () => {
    expect(figures({ a: "1", b: "0", c: "x", d: "1" })).toMatchObject({
      ...{ dialogues: 4, tasks: 4, infrastructure: 1 },
      solved: { value: 2 / 3, of: 3, lower: 2 / 4, upper: 3 / 4 },
      reward: { value: 66.666667, lower: 50, upper: 75 },
    });
  });

  it("count phase 2 after phase 1, of the tasks that have a follow-up", () => {
    const [one] = configurationFigures(
      [
        playedDialogue({ instanceId: "a", hasFollowUp: true, phase1Passed: true, phase2Passed: true }),
        playedDialogue({ instanceId: "b", hasFollowUp: true, phase1Passed: false, phase2Passed: true }),
        playedDialogue({ instanceId: "c", hasFollowUp: true, phase1Passed: true, reward: 0.7 }),
        playedDialogue({ instanceId: "d", phase1Passed: true }),
      ],
      [],
      1,
    );
    expect(one).toMatchObject({
      ...{ phase1: { value: 3 / 4 }, phase2: { value: 1 / 3, of: 3 }, solved: { value: 2 / 4 } },
      reward: { value: 67.5 },
    });
  });

  it("go up to as many trials as every judged task has, and name the tasks with another number", () => {
    const one = figures({ a: "1110", b: "1111", c: "01xx", d: "xxxx", e: "0000" });
    expect(one?.trials.map(({ k }) => k)).toEqual([1, 2]);
    expect(one?.trials[1]?.passHat).toBeCloseTo((0.5 + 1 + 0 + 0) / 4, 9);
    expect(one?.unequalTrials).toEqual([
      { instanceId: "c", trials: 2 },
      { instanceId: "d", trials: 0 },
    ]);
  });

  it("give Pass@k and Pass^k an interval by resampling tasks, none with one task", () => {
    const [, two] = figures({ a: "1110", b: "1111", c: "0100", d: "0000" })?.trials ?? [];
    expect(two?.passHatInterval?.from).toBeLessThan(two?.passHat ?? 0);
    expect(two?.passHatInterval?.to).toBeGreaterThan(two?.passHat ?? 1);
    expect(two?.passAtInterval?.to).toBeLessThanOrEqual(1);
    expect(figures({ a: "1110" })?.trials[0]).toMatchObject({ passAtInterval: null, passHatInterval: null });
  });

  it("never mix simulators, patience, behaviours or systems", () => {
    const settings = playedDialogue().settings;
    const all = configurationFigures(
      [
        ...playedTasks({ a: "1" }),
        ...playedTasks({ a: "0" }, { simulator: "built-in 5" }),
        ...playedTasks({ a: "0" }, { settings: { ...settings, patience: 0 } }),
        ...playedTasks({ a: "0" }, { settings: { ...settings, behaviour: "shipped" } }),
        ...playedTasks({ a: "0" }, { system: "asks-nothing" }),
        ...playedTasks({ b: "1" }),
      ],
      [],
      1,
    );
    expect(all.map(({ dialogues, solved }) => [dialogues, solved.value])).toEqual([
      [2, 1],
      ...[1, 2, 3, 4].map(() => [1, 0]),
    ]);
  });

  it("resample whole tasks: trials that always agree give an interval as wide as one trial each", () => {
    const outcomes = Array.from(
      { length: 40 },
      (_, index) => [`t${index}`, index % 2 === 0 ? "1" : "0"] as const,
    );
    const once = figures(Object.fromEntries(outcomes))?.solved.interval;
    const fourTimes = figures(Object.fromEntries(outcomes.map(([id, one]) => [id, one.repeat(4)])))?.solved
      .interval;
    expect(fourTimes).toEqual(once);
    expect((once?.to ?? 0) - (once?.from ?? 0)).toBeGreaterThan(0.25);
    expect((once?.to ?? 0) - (once?.from ?? 0)).toBeLessThan(0.4);
  });

  it("cover the true rate in about 95 of 100 runs", () => {
    let covered = 0;
    for (let run = 0; run < 100; run += 1) {
      const outcomes = Array.from({ length: 60 }, (_, index) => [
        `t${index}`,
        (index * 7919 + run * 104729) % 101 < 40 ? "1" : "0",
      ]);
      const { interval } = figures(Object.fromEntries(outcomes))?.solved ?? {};
      if (interval && interval.from <= 40 / 101 && 40 / 101 <= interval.to) covered += 1;
    }
    expect(covered).toBeGreaterThan(85);
  });

  it("leave open what few tasks leave open, also where all of them fail or all are solved", () => {
    const three = { a: "00", b: "0", c: "0x" };
    expect(figures(three)?.solved.interval?.from).toBe(0);
    expect(figures(three)?.solved.interval?.to).toBeCloseTo(0.7076, 4);
    const solved = figures({ a: "1", b: "1" })?.solved.interval;
    expect(solved?.from).toBeCloseTo(Math.sqrt(0.025), 9);
    expect(solved?.to).toBe(1);
  });

  it("are the same for the same seed, and have no interval with one task", () => {
    const dialogues = playedTasks({ a: "10", b: "00", c: "11" });
    expect(configurationFigures(dialogues, [], 5)).toEqual(configurationFigures(dialogues, [], 5));
    expect(figures({ a: "10" })?.solved).toMatchObject({ value: 0.5, interval: null });
  });

  it("give success by type of ambiguity, each task under all its types, of the tasks at hand", () => {
    const [ambiguity] = harbourTask.ambiguities;
    const withTypes = (instanceId: string, ...types: string[]) => ({
      ...harbourTask,
      instanceId,
      ambiguities: types.flatMap((type) => (ambiguity ? [{ ...ambiguity, type }] : [])),
    });
    const tasks = [
      withTypes("a", "sort_ambiguity", "null_ambiguity", "sort_ambiguity"),
      withTypes("b", "sort_ambiguity"),
    ];
    const [one] = configurationFigures(playedTasks({ a: "1", b: "01", c: "1" }), tasks, 1);
    expect(one?.ambiguityTypes).toMatchObject([
      { type: "null_ambiguity", tasks: 1, solved: { value: 1, of: 1 } },
      { type: "sort_ambiguity", tasks: 2, solved: { value: 2 / 3, of: 3 } },
    ]);
  });

  it("say nothing where nothing was judged", () => {
    expect(figures({ a: "x" })).toMatchObject({
      ...{ trials: [], turns: null, solved: { value: null, of: 0, lower: 0, upper: 1 } },
    });
  });

  it("count the actions that were carried out, what they cost, and whose faults there were", () => {
    const turn = {
      ...{ turn: 1, phase: 1 as const, observation: "", answer: null, passed: null, reward: 0 },
      ...{ budgetBefore: 5, budgetAfter: 4 },
    };
    const asked = { kind: "ask" as const, question: "?" };
    const turns = [
      { ...turn, action: asked, refused: false, cost: 1 },
      { ...turn, action: asked, refused: true, cost: 0 },
      { ...turn, action: { kind: "submit" as const, sql: [] }, refused: false, cost: 0 },
    ];
    const fault = { fault: "system", simulator: null, reason: "It fails." } as const;
    expect(configurationFigures([playedDialogue({ turns, fault })], [], 1)[0]).toMatchObject({
      ...{ actions: { ask: 1, submit: 1 }, turns: 3, spent: 3, faults: { system: 1 } },
    });
  });
});
