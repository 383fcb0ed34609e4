import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import type { Dialogue } from "#shared/domain/dialogue.ts";
import type { TypedTask } from "#shared/metrics/dialogues/by-ambiguity-type.ts";
import { compareSystems, type SystemComparison } from "#shared/metrics/dialogues/compare-systems.ts";
import {
  type ConfigurationFigures,
  configurationFigures,
} from "#shared/metrics/dialogues/configuration-figures.ts";
import { type Estimate, estimateAmount } from "#shared/metrics/dialogues/estimate.ts";

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
    | "ambiguityTypes"
  >;
  /** Means over judged dialogues: turns, what they took of the turns or coins, and each kind of action. */
  turns: Amount;
  spent: Amount;
  actions: ReadonlyMap<string, Amount>;
}

type Amount = ReturnType<typeof estimateAmount>;

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

/** The figures of the dialogues that have been played; `tasks`: the types of their ambiguities. */
export function runFigures(
  { plan, simulator }: StoredRun,
  heads: readonly DialogueHead[],
  tasks: readonly TypedTask[],
): RunFigures {
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
    const [figures] = configurationFigures(own.map(dialogueOf), tasks, intervalSeed);
    if (figures === undefined) return [];
    const { system: name, patience } = figures;
    return [{ system, name, patience, heads: own, figures, ...usageOf(own, dialogueOf) }];
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

function usageOf(
  heads: readonly DialogueHead[],
  dialogueOf: (head: DialogueHead) => Dialogue,
): Pick<SystemColumn, "turns" | "spent" | "actions"> {
  const headOf = new Map(heads.map((head) => [dialogueOf(head), head]));
  const dialogues = [...headOf.keys()];
  const mean = (worth: (head: DialogueHead) => number): Amount => {
    const worthOf = (dialogue: Dialogue) => {
      const head = headOf.get(dialogue);
      return head === undefined ? null : worth(head);
    };
    return estimateAmount(dialogues, worthOf, intervalSeed);
  };
  const kinds = [...new Set(heads.flatMap(({ actions }) => Object.keys(actions)))];
  return {
    turns: mean((head) => head.turns),
    spent: mean((head) => head.spent),
    actions: new Map(kinds.map((kind) => [kind, mean(({ actions }) => actions[kind] ?? 0)])),
  };
}

/** A share as a percentage, with how many it is of. */
export const shareText = ({ value }: Estimate): string =>
  value === null ? "–" : `${(100 * value).toFixed(1)} %`;

/** The interval of a figure, `times` 100 for shares. */
export function intervalText({ interval }: Pick<Estimate, "interval">, times = 100): string {
  if (interval === null) return "no interval: fewer than two tasks";
  return `[${(interval.from * times).toFixed(1)}, ${(interval.to * times).toFixed(1)}]`;
}
