import type { Dialogue, DialogueSettings, Fault, SystemAction } from "../../domain/dialogue.ts";
import { byAmbiguityType, type TypedTask, type TypeFigure } from "./by-ambiguity-type.ts";
import {
  byTask,
  type Estimate,
  estimate,
  isJudged,
  isSolved,
  phase1Value,
  phase2Value,
  taskInterval,
} from "./estimate.ts";
import { passAtK, passHatK } from "./pass-at-k.ts";
import type { Interval } from "./resample-tasks.ts";

/** Who played by which rules. Figures are of one configuration; those of different simulators are never averaged. */
export interface DialogueConfiguration extends DialogueSettings {
  system: string;
  simulator: string;
}

/** Pass@k and Pass^k of a number of trials k, each the mean over tasks, 0..1. */
export interface TrialFigure {
  k: number;
  passAt: number;
  passHat: number;
  /** By resampling tasks; null with fewer than two. */
  passAtInterval: Interval | null;
  passHatInterval: Interval | null;
}

/** What a configuration came to (docs/dialogues.md). */
export interface ConfigurationFigures extends DialogueConfiguration {
  dialogues: number;
  tasks: number;
  infrastructure: number;
  /** Tasks whose ambiguities leave nothing to judge. */
  notJudged: number;
  /** Shares of dialogues, 0..1. Phase 2: of those whose task has a follow-up. */
  phase1: Estimate;
  phase2: Estimate;
  solved: Estimate;
  /** The mean reward times 100 (BIRD-INTERACT appendix F.2). */
  reward: Estimate;
  /** For each k up to the smallest number of judged trials that a task has. */
  trials: TrialFigure[];
  /** Tasks with more or fewer judged trials than most, or with none; those with none are left out of `trials`. */
  unequalTrials: { instanceId: string; trials: number }[];
  /** Means over judged dialogues: turns, and what they took of the budget. */
  turns: number | null;
  spent: number | null;
  /** How often each action was carried out. */
  actions: Partial<Record<SystemAction["kind"], number>>;
  faults: Partial<Record<Fault, number>>;
  /** Of the tasks that are at hand. */
  ambiguityTypes: TypeFigure[];
}

/** The figures of each configuration among some dialogues, in the order in which they first occur; `tasks`: those at hand. */
export function configurationFigures(
  dialogues: readonly Dialogue[],
  tasks: readonly TypedTask[],
  seed: number,
): ConfigurationFigures[] {
  return byConfiguration(dialogues).map(({ configuration, dialogues: own }) => ({
    ...configuration,
    ...countsOf(own),
    ...ratesOf(own, seed),
    ...trialsOf(own, seed),
    ...usageOf(own),
    ambiguityTypes: byAmbiguityType(own, tasks, seed),
  }));
}

/** The dialogues of each configuration. */
export function byConfiguration(
  dialogues: readonly Dialogue[],
): { configuration: DialogueConfiguration; dialogues: Dialogue[] }[] {
  const groups = Map.groupBy(dialogues, (dialogue) => JSON.stringify(configurationOf(dialogue)));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first === undefined ? [] : [{ configuration: configurationOf(first), dialogues: own }];
  });
}

function configurationOf({ system, simulator, settings }: Dialogue): DialogueConfiguration {
  const { protocol, profile, behaviour, patience, graft } = settings;
  return { system, simulator, protocol, profile, behaviour, patience, ...(graft && { graft }) };
}

function countsOf(dialogues: readonly Dialogue[]) {
  const count = (end: Dialogue["end"]) => dialogues.filter((one) => one.end === end).length;
  return {
    dialogues: dialogues.length,
    tasks: byTask(dialogues).size,
    infrastructure: count("infrastructure"),
    notJudged: count("not-judged"),
  };
}

function ratesOf(dialogues: readonly Dialogue[], seed: number) {
  return {
    phase1: estimate(dialogues, phase1Value, seed),
    phase2: estimate(dialogues, phase2Value, seed),
    solved: estimate(dialogues, (one) => Number(isSolved(one)), seed),
    reward: timesHundred(estimate(dialogues, ({ reward }) => reward, seed)),
  };
}

function timesHundred({ value, of, interval, lower, upper }: Estimate): Estimate {
  const exactly = (part: number) => Math.round(part * 100 * 1e6) / 1e6;
  const times = (part: number | null) => (part === null ? null : exactly(part));
  return {
    value: times(value),
    of,
    interval: interval && { from: exactly(interval.from), to: exactly(interval.to) },
    lower: times(lower),
    upper: times(upper),
  };
}

function trialsOf(
  dialogues: readonly Dialogue[],
  seed: number,
): Pick<ConfigurationFigures, "trials" | "unequalTrials"> {
  const tasks = [...byTask(dialogues)].map(([instanceId, own]) => {
    const judged = own.filter(isJudged);
    return { instanceId, trials: judged.length, solved: judged.filter(isSolved).length };
  });
  const counted = tasks.filter(({ trials }) => trials > 0);
  const usual = commonest(tasks.map(({ trials }) => trials));
  const mostK = counted.length === 0 ? 0 : Math.min(...counted.map(({ trials }) => trials));
  return {
    trials: Array.from({ length: mostK }, (_, index) => {
      const k = index + 1;
      const at = counted.map(({ trials, solved }) => passAtK(trials, solved, k));
      const hat = counted.map(({ trials, solved }) => passHatK(trials, solved, k));
      return {
        ...{ k, passAt: mean(at) ?? 0, passHat: mean(hat) ?? 0 },
        passAtInterval: taskInterval(at, seed),
        passHatInterval: taskInterval(hat, seed),
      };
    }),
    unequalTrials: tasks
      .filter(({ trials }) => trials !== usual || trials === 0)
      .map(({ instanceId, trials }) => ({ instanceId, trials })),
  };
}

function commonest(counts: readonly number[]): number | undefined {
  const groups = [...Map.groupBy(counts, (count) => count).values()];
  return groups.sort((one, other) => other.length - one.length)[0]?.[0];
}

function usageOf(dialogues: readonly Dialogue[]) {
  const judged = dialogues.filter(isJudged);
  const carriedOut = judged.flatMap(({ turns }) => turns.filter(({ refused }) => !refused));
  return {
    turns: mean(judged.map(({ turns }) => turns.length)),
    spent: mean(judged.map(({ budget: { total, left } }) => total - Math.max(0, left))),
    actions: tally(carriedOut.map(({ action }) => action.kind)),
    faults: tally(dialogues.flatMap(({ fault }) => fault?.fault ?? [])),
  };
}

function tally<Word extends string>(words: readonly Word[]): Partial<Record<Word, number>> {
  const counts: Partial<Record<Word, number>> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
