import { randomOf } from "../../dialogue/seed.ts";
import type { Dialogue } from "../../domain/dialogue.ts";
import { signTest } from "../sign-test.ts";
import { byConfiguration, type DialogueConfiguration } from "./configuration-figures.ts";
import { byTask, isJudged, isSolved } from "./estimate.ts";
import { type Interval, percentileInterval, resampleTasks } from "./resample-tasks.ts";

/** Two systems on the same tasks, under the same rules and with the same user. Shares are of solved dialogues, 0..1. */
export interface SystemComparison extends Omit<DialogueConfiguration, "system"> {
  systems: [string, string];
  /** Tasks that both have judged dialogues of; only these are compared. */
  tasks: number;
  /** The first system's share less the second's: the mean over tasks. */
  difference: number;
  /** By resampling tasks, both systems on the same ones; null with fewer than two tasks. */
  interval: Interval | null;
  /** Tasks that only the first, and only the second solves: in most of its trials, a tie by the first of them. */
  onlyFirst: number;
  onlySecond: number;
  /** McNemar's exact test on these, two-sided. */
  pValue: number;
  /** The smallest significant difference, above the noise of the tasks; null where none could be. */
  smallest: number | null;
  /** Which one is better; null where the difference is too small to say so. */
  better: 0 | 1 | null;
}

/** Each pair of systems that played by the same rules with the same simulator. */
export function compareSystems(dialogues: readonly Dialogue[], seed: number): SystemComparison[] {
  const groups = Map.groupBy(byConfiguration(dialogues), ({ configuration: { system: _, ...rules } }) =>
    JSON.stringify(rules),
  );
  return [...groups.values()].flatMap((group) =>
    group.flatMap((first, index) =>
      group.slice(index + 1).flatMap((second) => comparison(first, second, seed) ?? []),
    ),
  );
}

type Played = ReturnType<typeof byConfiguration>[number];

/** What both systems came to on one task. */
interface TaskPair {
  difference: number;
  solved: readonly [boolean, boolean];
}

function comparison(first: Played, second: Played, seed: number): SystemComparison | null {
  const pairs = taskPairs(first.dialogues, second.dialogues);
  if (pairs.length === 0) return null;
  const { system, ...rules } = first.configuration;
  const difference = meanDifference(pairs);
  const resampled = pairs.length < 2 ? null : resampleTasks(pairs, meanDifference, randomOf(seed));
  const onlyFirst = pairs.filter(({ solved: [one, other] }) => one && !other).length;
  const onlySecond = pairs.filter(({ solved: [one, other] }) => other && !one).length;
  const pValue = mcNemar(onlyFirst, onlySecond);
  const smallest = smallestDifference(pairs.length, Math.min(onlyFirst, onlySecond), resampled);
  const counts = smallest !== null && pValue <= level && Math.abs(difference) >= smallest;
  return {
    ...rules,
    systems: [system, second.configuration.system],
    tasks: pairs.length,
    difference,
    interval: resampled && percentileInterval(resampled),
    onlyFirst,
    onlySecond,
    pValue,
    smallest,
    better: counts ? (difference > 0 ? 0 : 1) : null,
  };
}

function taskPairs(first: readonly Dialogue[], second: readonly Dialogue[]): TaskPair[] {
  const others = byTask(second.filter(isJudged));
  return [...byTask(first.filter(isJudged))].flatMap(([instanceId, own]) => {
    const other = others.get(instanceId);
    if (other === undefined) return [];
    return [{ difference: share(own) - share(other), solved: [mostly(own), mostly(other)] as const }];
  });
}

function share(trials: readonly Dialogue[]): number {
  return trials.filter(isSolved).length / trials.length;
}

function mostly(trials: readonly Dialogue[]): boolean {
  const half = share(trials) - 0.5;
  const [first] = trials.toSorted((one, other) => one.trial - other.trial);
  return half === 0 ? first !== undefined && isSolved(first) : half > 0;
}

function meanDifference(pairs: readonly TaskPair[]): number {
  return pairs.reduce((sum, { difference }) => sum + difference, 0) / pairs.length;
}

const level = 0.05;

function mcNemar(onlyFirst: number, onlySecond: number): number {
  return Math.min(1, 2 * signTest(Math.max(onlyFirst, onlySecond), Math.min(onlyFirst, onlySecond)));
}

/**
 * What both tests ask for: 1.96 standard errors of the resampled difference, and the fewest tasks that McNemar's test takes
 * for more than chance when the loser has `losses` of its own.
 */
function smallestDifference(
  tasks: number,
  losses: number,
  resampled: readonly number[] | null,
): number | null {
  let wins = losses;
  while (mcNemar(wins, losses) > level) wins += 1;
  if (wins + losses > tasks || resampled === null) return null;
  return Math.max(1.96 * deviation(resampled), (wins - losses) / tasks);
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
