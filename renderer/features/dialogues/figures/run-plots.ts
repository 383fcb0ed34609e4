import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import type { Estimate } from "#shared/metrics/dialogues/estimate.ts";
import type { PlotPoint, PlotSpec } from "../../../ui/plot/index.ts";
import { actionWords } from "../dialogue-words.ts";
import { runFigures, type SystemColumn } from "./run-figures.ts";

/** A point of an estimate; none where there is nothing to average. */
function pointOf(
  series: string,
  category: string | number,
  { value, interval, of }: Pick<Estimate, "value" | "interval" | "of">,
): PlotPoint[] {
  return value === null ? [] : [{ series, category, value, interval, of }];
}

/** Success of each system on the tasks that have an ambiguity of a type. */
export function typePlot(columns: readonly SystemColumn[]): PlotSpec {
  return {
    ...{ title: "Success by ambiguity type", form: "rows", isShare: true },
    ...{ categories: "ambiguity type", values: "solved dialogues" },
    points: columns.flatMap(({ system, figures }) =>
      figures.ambiguityTypes.flatMap(({ type, solved }) =>
        pointOf(system, type.replaceAll("_", " "), solved),
      ),
    ),
  };
}

/** Pass@k and Pass^k of each system by k. */
export function trialsPlot(columns: readonly SystemColumn[]): PlotSpec {
  return {
    ...{ title: "Pass@k and Pass^k", form: "lines", isShare: true },
    ...{ categories: "k", values: "tasks" },
    points: columns.flatMap(({ system, figures: { trials, tasks: of } }) => [
      ...trials.map(({ k, passAt, passAtInterval }) => ({
        ...{ series: `${system} Pass@k`, category: k, value: passAt, interval: passAtInterval, of },
      })),
      ...trials.map(({ k, passHat, passHatInterval }) => ({
        ...{ series: `${system} Pass^k`, category: k, value: passHat, interval: passHatInterval, of },
      })),
    ]),
  };
}

/** How often each system takes each action in a dialogue. */
export function actionsPlot(columns: readonly SystemColumn[]): PlotSpec {
  return {
    ...{ title: "Actions", form: "rows", isShare: false },
    ...{ categories: "action", values: "times in a dialogue" },
    points: columns.flatMap(({ system, actions }) =>
      [...actions].flatMap(([kind, amount]) =>
        pointOf(system, actionWords[kind as keyof typeof actionWords] ?? kind, amount),
      ),
    ),
  };
}

/** Success of each system by patience over runs that differ in nothing else; of two runs with the same patience the first counts. */
export function patiencePlot(
  runs: readonly StoredRun[],
  heads: ReadonlyMap<number, readonly DialogueHead[]>,
): PlotSpec {
  const points = runs.flatMap((run) =>
    runFigures(run, heads.get(run.runId) ?? [], []).columns.flatMap(({ name, patience, figures }) =>
      pointOf(name, patience, figures.solved),
    ),
  );
  const first = new Map(points.toReversed().map((point) => [`${point.series} ${point.category}`, point]));
  return {
    ...{ title: "Success by patience", form: "lines", isShare: true },
    ...{ categories: "patience", values: "solved dialogues" },
    points: [...first.values()].sort((a, b) => Number(a.category) - Number(b.category)),
  };
}

/** The runs that differ from one in nothing but patience: itself, then the newest. */
export function runsByPatience(run: StoredRun, runs: readonly StoredRun[]): StoredRun[] {
  const rulesOf = ({ plan, simulator, engine, tasks }: StoredRun) => {
    const { patience: _, ...settings } = plan.settings;
    return JSON.stringify([settings, plan.trials, simulator, engine, tasks]);
  };
  const alike = runs.filter((one) => rulesOf(one) === rulesOf(run) && one.judged > 0);
  return [run, ...alike.filter((one) => one !== run)];
}

/** Whether a plot says more than one figure for each series. */
export const hasSeveralCategories = ({ points }: PlotSpec): boolean =>
  new Set(points.map(({ category }) => category)).size > 1;
