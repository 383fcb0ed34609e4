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
  if (compared.length < 2)
    return (
      <p className="text-muted">
        Play the same systems with another patience (0, 3, 5 or 7) to see how success depends on the turns
        that a user grants.
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
        groups={groupsOf(compared, heads)}
      />
    </div>
  );
}

/** The newest run of each patience among those that differ in nothing else, by patience. */
function runsByPatience(run: StoredRun, runs: readonly StoredRun[]): StoredRun[] {
  const rulesOf = ({ plan, simulator, engine, tasks }: StoredRun) => {
    const { patience: _, ...settings } = plan.settings;
    return JSON.stringify([settings, plan.trials, simulator, engine, tasks]);
  };
  const alike = runs.filter((one) => rulesOf(one) === rulesOf(run) && one.judged > 0);
  const newest = new Map<number, StoredRun>();
  for (const one of [run, ...alike]) {
    const { patience } = one.plan.settings;
    if (!newest.has(patience)) newest.set(patience, one);
  }
  return [...newest.values()].sort((a, b) => a.plan.settings.patience - b.plan.settings.patience);
}

function groupsOf(runs: readonly StoredRun[], heads: ReadonlyMap<number, readonly DialogueHead[]>) {
  const points = runs.flatMap((run) =>
    runFigures(run, heads.get(run.runId) ?? []).columns.map(({ system, figures: { solved } }) => ({
      system,
      key: `${system} ${run.runId}`,
      title: `${run.plan.settings.patience} · run ${run.number}`,
      ...{ definition: "", onOpen: null, count: Math.round(100 * (solved.value ?? 0)) },
      cells: [intervalText(solved), numberText(solved.of)],
    })),
  );
  return [...Map.groupBy(points, ({ system }) => system)].map(([title, rows]) => ({
    ...{ title, definition: "", rows },
  }));
}
