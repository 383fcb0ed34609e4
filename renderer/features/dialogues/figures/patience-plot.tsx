import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import { useHeadsOfRuns } from "../../../data/dialogues.ts";
import { BarTable } from "../../../ui/bar-table.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { intervalText, runFigures } from "./run-figures.ts";

interface PatiencePlotProps {
  projectId: number;
  run: StoredRun;
  runs: readonly StoredRun[];
}

/** How many of the dialogues of each system are solved under each patience, over runs that differ in nothing else. */
export function PatiencePlot({ projectId, run, runs }: PatiencePlotProps) {
  const compared = runsByPatience(run, runs);
  const heads = useHeadsOfRuns(
    projectId,
    compared.map(({ runId }) => runId),
  );
  const groups = groupsOf(compared, heads);
  if (groups.every(({ rows }) => rows.length < 2))
    return (
      <p className="text-muted">
        Play the same systems with other patiences, such as 0, 3, 5, 7, to see how success depends on the
        turns that a user grants.
      </p>
    );
  return (
    <div className="max-w-190">
      <BarTable
        label="Solved dialogues by system and patience"
        columns={[
          { title: "Patience", definition: "Extra turns that the user grants, and the run" },
          {
            title: "Solved, %",
            definition: "Share of judged dialogues that passed every phase of their task",
          },
          { title: "95 % interval", definition: "By resampling tasks" },
          { title: "n", definition: "Judged dialogues" },
        ]}
        groups={groups}
      />
    </div>
  );
}

/** The runs that differ from one in nothing but patience: itself, then the newest. */
function runsByPatience(run: StoredRun, runs: readonly StoredRun[]): StoredRun[] {
  const rulesOf = ({ plan, simulator, engine, tasks }: StoredRun) => {
    const { patience: _, ...settings } = plan.settings;
    return JSON.stringify([settings, plan.trials, simulator, engine, tasks]);
  };
  const alike = runs.filter((one) => rulesOf(one) === rulesOf(run) && one.judged > 0);
  return [run, ...alike.filter((one) => one !== run)];
}

/** Each system by patience; of two runs with the same patience the first counts. */
function groupsOf(runs: readonly StoredRun[], heads: ReadonlyMap<number, readonly DialogueHead[]>) {
  const points = runs.flatMap((run) =>
    runFigures(run, heads.get(run.runId) ?? []).columns.map(({ name, patience, figures: { solved } }) => ({
      ...{ name, patience, key: `${name} ${patience}` },
      title: `${patience} · run ${run.number}`,
      ...{ definition: "", onOpen: null, count: Math.round(100 * (solved.value ?? 0)) },
      cells: [intervalText(solved), numberText(solved.of)],
    })),
  );
  const first = new Map(points.toReversed().map((point) => [point.key, point]));
  const sorted = [...first.values()].sort((a, b) => a.patience - b.patience);
  return [...Map.groupBy(sorted, ({ name }) => name)].map(([title, rows]) => ({
    ...{ title, definition: "", rows },
  }));
}
