import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import type { Dialogue } from "#shared/domain/dialogue.ts";
import { compareSystems, type SystemComparison } from "#shared/metrics/dialogues/compare-systems.ts";
import {
  type ConfigurationFigures,
  configurationFigures,
} from "#shared/metrics/dialogues/configuration-figures.ts";
import type { Estimate } from "#shared/metrics/dialogues/estimate.ts";

/** The dialogues of one system of a run under one patience; those that leave out one ambiguity after another are one system here. */
export interface SystemColumn {
  /** The system, and its patience where the run has several: "asks-everything · patience 3". */
  system: string;
  name: string;
  patience: number;
  heads: readonly DialogueHead[];
  figures: Pick<
    ConfigurationFigures,
    | "dialogues"
    | "tasks"
    | "infrastructure"
    | "notJudged"
    | "phase1"
    | "phase2"
    | "solved"
    | "reward"
    | "trials"
  >;
  /** Mean over judged dialogues; null where there are none. */
  turns: number | null;
  /** How often each kind of action was taken. */
  actions: ReadonlyMap<string, number>;
}

/** A task of a run with its dialogues, by system. */
export interface TaskOutcomes {
  taskId: number;
  instanceId: string;
  cells: ReadonlyMap<string, readonly DialogueHead[]>;
}

/** What a run has come to: each system, each task, and systems in pairs. */
export interface RunFigures {
  columns: SystemColumn[];
  rows: TaskOutcomes[];
  comparisons: SystemComparison[];
}

/** The seed of the intervals: the same figures for whoever looks. */
const intervalSeed = 0;

/** The figures of the dialogues that have been played. */
export function runFigures({ plan, simulator }: StoredRun, heads: readonly DialogueHead[]): RunFigures {
  const played = heads.filter(({ end }) => end !== null);
  const columnOf = ({ system, patience }: DialogueHead): string =>
    plan.sweep.length === 0 ? systemColumn(system) : `${systemColumn(system)} · patience ${patience}`;
  const dialogueOf = (head: DialogueHead): Dialogue => ({
    ...head,
    ...{ system: systemColumn(head.system), simulator, seed: 0 },
    settings: { ...plan.settings, patience: head.patience },
    ...{ end: head.end ?? "not-judged", turns: [], budget: { total: 0, left: 0 }, fault: null },
  });
  const columns = [...Map.groupBy(played, columnOf)].flatMap(([system, own]) => {
    const [figures] = configurationFigures(own.map(dialogueOf), [], intervalSeed);
    if (figures === undefined) return [];
    const { system: name, patience } = figures;
    return [{ system, name, patience, heads: own, figures, ...usageOf(own) }];
  });
  const rows = [...Map.groupBy(heads, ({ taskId }) => taskId)].map(([taskId, own]) => ({
    taskId,
    instanceId: own[0]?.instanceId ?? "",
    cells: Map.groupBy(own, columnOf),
  }));
  return { columns, rows, comparisons: compareSystems(played.map(dialogueOf), intervalSeed) };
}

/** The system that a dialogue counts for: "asks-all-but-one:2:1" is one of those that leave out one ambiguity. */
const systemColumn = (system: string): string => system.replace(/^(asks-all-but-one):.*$/, "$1");

function usageOf(heads: readonly DialogueHead[]): Pick<SystemColumn, "turns" | "actions"> {
  const judged = heads.filter(({ end }) => end !== "infrastructure" && end !== "not-judged");
  const actions = new Map<string, number>();
  for (const head of judged)
    for (const [kind, count] of Object.entries(head.actions))
      actions.set(kind, (actions.get(kind) ?? 0) + count);
  const turns = judged.reduce((sum, head) => sum + head.turns, 0);
  return { turns: judged.length === 0 ? null : turns / judged.length, actions };
}

/** A share as a percentage, with how many it is of. */
export const shareText = ({ value }: Estimate): string =>
  value === null ? "–" : `${(100 * value).toFixed(1)} %`;

/** The interval of a figure, `times` 100 for shares. */
export function intervalText({ interval }: Estimate, times = 100): string {
  if (interval === null) return "no interval: fewer than two tasks";
  return `[${(interval.from * times).toFixed(1)}, ${(interval.to * times).toFixed(1)}]`;
}
