import { describe, expect, it } from "vitest";
import { compareSystems } from "#shared/metrics/dialogues/compare-systems.ts";
import { playedTasks } from "../../../dialogues/played-dialogues.ts";

/** Tasks t0, t1 … with the outcome of their trials. */
const tasks = (...outcomes: readonly string[]) =>
  Object.fromEntries(outcomes.map((outcome, index) => [`t${index}`, outcome]));

const times = (count: number, outcome: string) => Array.from({ length: count }, () => outcome);

function compare(first: readonly string[], second: readonly string[]) {
  const [comparison] = compareSystems(
    [
      ...playedTasks(tasks(...first), { system: "first" }),
      ...playedTasks(tasks(...second), { system: "second" }),
    ],
    1,
  );
  return comparison;
}

describe("two systems on the same tasks", () => {
  it("are told apart by McNemar's exact test and by resampling tasks in pairs", () => {
    const one = compare([...times(20, "1"), ...times(20, "0")], [...times(10, "1"), ...times(30, "0")]);
    expect(one).toMatchObject({
      ...{
        systems: ["first", "second"],
        tasks: 40,
        difference: 0.25,
        onlyFirst: 10,
        onlySecond: 0,
        better: 0,
      },
    });
    expect(one?.pValue).toBeCloseTo(2 / 1024, 9);
    expect(one?.interval?.from).toBeGreaterThan(0.1);
    expect(one?.interval?.to).toBeLessThan(0.4);
    expect(one?.smallest).toBeGreaterThan(0.1);
    expect(compare(times(10, "0"), times(10, "1"))).toMatchObject({ difference: -1, better: 1 });
  });

  it("are never called better below the smallest difference that would count", () => {
    const five = compare([...times(5, "1"), ...times(15, "0")], times(20, "0"));
    expect(five).toMatchObject({ difference: 0.25, onlyFirst: 5, better: null });
    expect(five?.smallest).toBeGreaterThan(0.25);
    const six = compare([...times(6, "1"), ...times(14, "0")], times(20, "0"));
    expect(six).toMatchObject({ difference: 0.3, better: 0 });
    expect(six?.smallest).toBeLessThanOrEqual(0.3);
  });

  it("cannot differ enough with five tasks, and not by one trial that all tasks share", () => {
    expect(compare(times(5, "1"), times(5, "0"))).toMatchObject({
      difference: 1,
      smallest: null,
      better: null,
    });
    expect(compare(["1"], ["0"])).toMatchObject({ interval: null, smallest: null, better: null });
  });

  it("stand by most of their trials, a tie by the first of them", () => {
    expect(compare(["110", "10", "01"], ["001", "01", "10"])).toMatchObject({ onlyFirst: 2, onlySecond: 1 });
  });

  it("are compared on the tasks that both have judged dialogues of", () => {
    expect(compare(["1", "x", "0"], ["0", "1"])).toMatchObject({ tasks: 1, difference: 1 });
    expect(compare(["x"], ["1"])).toBeUndefined();
  });

  it("are not compared across simulators or rules", () => {
    const first = playedTasks(tasks("1", "0"), { system: "first" });
    const settings = { protocol: "a", profile: "adk", behaviour: "fixed", patience: 3 } as const;
    expect(
      compareSystems([...first, ...playedTasks(tasks("1"), { system: "second", simulator: "other" })], 1),
    ).toEqual([]);
    expect(compareSystems([...first, ...playedTasks(tasks("1"), { system: "second", settings })], 1)).toEqual(
      [],
    );
  });
});
