import { type Random, randomOf } from "../../dialogue/seed.ts";
import type { Dialogue } from "../../domain/dialogue.ts";
import { type Interval, percentileInterval, resampleTasks } from "./resample-tasks.ts";

/** A mean over dialogues, and how sure it is. */
export interface Estimate {
  /** Null where there is nothing to average. */
  value: number | null;
  /** How many dialogues it is the mean of: infrastructure failures are left out. */
  of: number;
  /** By resampling tasks, exact binomial where all come to 0 or to 1; null with fewer than two of them. */
  interval: Interval | null;
  /** With each infrastructure failure counted as 0, and as 1. */
  lower: number | null;
  upper: number | null;
}

/** What one dialogue adds to a figure: a share 0..1, or an amount; null where it does not concern it. */
export type DialogueValue = (dialogue: Dialogue) => number | null;

/** Whether a dialogue says something about its system: neither infrastructure nor a task without readings stopped it. */
export function isJudged({ end }: Dialogue): boolean {
  return end !== "infrastructure" && end !== "not-judged";
}

/** Whether a dialogue passed all phases of its task. */
export function isSolved({
  phase1Passed,
  phase2Passed,
  hasFollowUp,
}: Pick<Dialogue, "phase1Passed" | "phase2Passed" | "hasFollowUp">): boolean {
  return phase1Passed && (phase2Passed || !hasFollowUp);
}

/** The dialogues of each task, in the order in which the tasks first occur. */
export function byTask(dialogues: readonly Dialogue[]): Map<string, Dialogue[]> {
  return Map.groupBy(dialogues, ({ instanceId }) => instanceId);
}

interface TaskSum {
  sum: number;
  count: number;
}

/** Whether a dialogue passed phase 1: 1 or 0. */
export const phase1Value: DialogueValue = ({ phase1Passed }) => Number(phase1Passed);

/** Whether it passed both phases: 1 or 0; null where its task has no follow-up. */
export const phase2Value: DialogueValue = ({ hasFollowUp, phase1Passed, phase2Passed }) =>
  hasFollowUp ? Number(phase1Passed && phase2Passed) : null;

/** A mean over the judged dialogues with what it is made of, and with each infrastructure failure counted as 0 and as 1. */
export interface Mean extends Omit<Estimate, "interval"> {
  sum: number;
}

export function meanOf(dialogues: readonly Dialogue[], worth: DialogueValue): Mean {
  const { sum, count } = added(taskSums(dialogues, worth));
  const failures = dialogues.filter((one) => one.end === "infrastructure" && worth(one) !== null).length;
  const all = count + failures;
  return {
    sum,
    of: count,
    value: count === 0 ? null : sum / count,
    lower: all === 0 ? null : sum / all,
    upper: all === 0 ? null : (sum + failures) / all,
  };
}

/** The mean of a share over the judged dialogues; the same seed gives the same interval. */
export function estimate(dialogues: readonly Dialogue[], worth: DialogueValue, seed: number): Estimate {
  const { sum: _, ...mean } = meanOf(dialogues, worth);
  const tasks = taskSums(dialogues, worth);
  return { ...mean, interval: tasks.length < 2 ? null : shareInterval(tasks, randomOf(seed)) };
}

/** The mean of an amount (turns, coins) over the judged dialogues; without bounds, as a failure could have come to any amount. */
export function estimateAmount(
  dialogues: readonly Dialogue[],
  worth: DialogueValue,
  seed: number,
): Pick<Estimate, "value" | "of" | "interval"> {
  const { value, of } = meanOf(dialogues, worth);
  const tasks = taskSums(dialogues, worth);
  return { value, of, interval: tasks.length < 2 ? null : resampled(tasks, randomOf(seed)) };
}

/** The judged dialogues that a value concerns, summed by task. */
function taskSums(dialogues: readonly Dialogue[], worth: DialogueValue): TaskSum[] {
  const sums = [...byTask(dialogues.filter(isJudged)).values()].map((trials) => sumOf(trials, worth));
  return sums.filter(({ count }) => count > 0);
}

/** How sure the mean of a share over tasks is; null with fewer than two. */
export function taskInterval(shares: readonly number[], seed: number): Interval | null {
  const tasks = shares.map((sum) => ({ sum, count: 1 }));
  return tasks.length < 2 ? null : shareInterval(tasks, randomOf(seed));
}

/** Where all tasks come to 0, or all to 1, drawing them anew shows no spread: the exact binomial interval then says what n tasks leave open. */
function shareInterval(tasks: readonly TaskSum[], random: Random): Interval {
  const open = 1 - 0.025 ** (1 / tasks.length);
  if (tasks.every(({ sum }) => sum === 0)) return { from: 0, to: open };
  if (tasks.every(({ sum, count }) => sum === count)) return { from: 1 - open, to: 1 };
  return resampled(tasks, random);
}

function resampled(tasks: readonly TaskSum[], random: Random): Interval {
  const mean = (drawn: readonly TaskSum[]) => {
    const { sum, count } = added(drawn);
    return sum / count;
  };
  return percentileInterval(resampleTasks(tasks, mean, random));
}

function sumOf(trials: readonly Dialogue[], worth: DialogueValue): TaskSum {
  return added(
    trials.map((trial) => {
      const value = worth(trial);
      return value === null ? { sum: 0, count: 0 } : { sum: value, count: 1 };
    }),
  );
}

function added(sums: readonly TaskSum[]): TaskSum {
  let [sum, count] = [0, 0];
  for (const one of sums) {
    sum += one.sum;
    count += one.count;
  }
  return { sum, count };
}
