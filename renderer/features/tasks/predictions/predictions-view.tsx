import { ListChecks } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import type { PredictionLine, PredictionRun } from "#shared/contract/task-runs.ts";
import { engineFacts } from "#shared/domain/engine.ts";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { useJobs } from "../../../data/jobs.ts";
import type { PagedRows } from "../../../data/paged-rows.ts";
import {
  type PredictionLines as Only,
  usePredictionLines,
  usePredictionRuns,
} from "../../../data/prediction-runs.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { RadioList } from "../../../ui/radio-list.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { PredictionDetail } from "./prediction-detail.tsx";
import { PredictionLinesPane } from "./prediction-lines.tsx";
import { RatesTable } from "./rates-table.tsx";

interface PredictionsViewProps {
  project: Project;
  onTask(taskId: number): void;
  /** Null: this person only looks at what others evaluated. */
  onEvaluate: (() => void) | null;
}

/** What files of predictions gave on the project's tasks: figures, and each prediction with its reason. */
export function PredictionsView({ project, onTask, onEvaluate }: PredictionsViewProps) {
  const { data: runs, error } = usePredictionRuns(project.id);
  const [chosen, setChosen] = useState<number | null>(null);
  if (error)
    return (
      <InlineError
        className="m-2"
        title="The evaluated files could not be read."
        details={errorDetails(error)}
      >
        {errorText(error)}
      </InlineError>
    );
  if (runs === undefined) return <SkeletonLines lines={8} />;
  const run = runs.find(({ predictionRunId }) => predictionRunId === chosen) ?? runs[0];
  if (run === undefined) return <NoPredictions onEvaluate={onEvaluate} />;
  return (
    <Panes id="tasks.predictions">
      <Pane id="runs" label="The list of evaluated files" size={280} min={200} max="40%">
        <VirtualList
          label="Evaluated files"
          count={runs.length}
          rowHeight={44}
          selected={runs.indexOf(run)}
          onSelect={(index) => setChosen(runs[index]?.predictionRunId ?? null)}
          renderRow={(index) => <RunLine run={runs[index]} />}
          className="bg-panel"
        />
      </Pane>
      <PaneHandle label="Width of the list of files" />
      <Pane id="results" label="The results" min={480}>
        <RunResults key={run.predictionRunId} projectId={project.id} run={run} onTask={onTask} />
      </Pane>
    </Panes>
  );
}

function NoPredictions({ onEvaluate }: Pick<PredictionsViewProps, "onEvaluate">) {
  return (
    <EmptyState
      icon={ListChecks}
      title="No predictions have been evaluated yet"
      actions={
        onEvaluate !== null && (
          <Button variant="primary" keys="t e" onClick={onEvaluate}>
            Evaluate predictions…
          </Button>
        )
      }
    >
      {onEvaluate === null ? "A lead chooses" : "Choose"} a file of BIRD-Interact results. Each answer runs on
      the right database state against its tests; success rates and rewards appear here, separately for
      queries (BI) and data management (DM).
    </EmptyState>
  );
}

function RunLine({ run }: { run: PredictionRun | undefined }) {
  if (run === undefined) return null;
  const { fileName, profile, engine, startedAt, done, total } = run;
  return (
    <div className="flex h-full flex-col justify-center border-b px-3">
      <div className="truncate font-medium">{fileName}</div>
      <div className="flex gap-2 text-sm text-muted">
        <span className="min-w-0 flex-1 truncate">
          {profile} on {engineFacts[engine].label} · <TimeAgo at={startedAt} />
        </span>
        {done < total ? `${numberText(done)} / ${numberText(total)}` : numberText(total)}
      </div>
    </div>
  );
}

interface RunResultsProps {
  projectId: number;
  run: PredictionRun;
  onTask(taskId: number): void;
}

function RunResults({ projectId, run, onTask }: RunResultsProps) {
  const [only, setOnly] = useState<Only>("all");
  const rows = usePredictionLines(projectId, run.predictionRunId, only);
  const isRunning = useJobs().some(
    ({ kind, state, ...job }) =>
      job.projectId === projectId && kind === "evaluate-tasks" && state === "running",
  );
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-start gap-x-8 gap-y-2 border-b px-3 py-2">
        <RatesTable rates={run.rates} />
        <RadioList<Only>
          label="Show"
          value={only}
          onChange={setOnly}
          inline
          options={[
            { value: "all", title: "all" },
            { value: "failed", title: "failed as shipped" },
            { value: "differs", title: "shipped and fixed differ" },
          ]}
        />
      </div>
      {run.done >= run.total ? null : isRunning ? (
        <Progress label="Predictions evaluated" done={run.done} total={run.total} />
      ) : (
        <p className="shrink-0 border-b px-3 py-1 text-sm text-warning">
          Stopped at {numberText(run.done)} of {numberText(run.total)}: the figures cover only these.
        </p>
      )}
      {rows === null ? (
        <SkeletonLines lines={6} />
      ) : (
        <LinesAndDetail key={only} rows={rows} onTask={onTask} />
      )}
    </>
  );
}

interface LinesAndDetailProps {
  rows: PagedRows<PredictionLine>;
  onTask(taskId: number): void;
}

function LinesAndDetail({ rows, onTask }: LinesAndDetailProps) {
  const [selected, setSelected] = useState(0);
  useSyncExternalStore(rows.subscribe, rows.version);
  const line = rows.at(selected);
  if (rows.total === 0) return <p className="p-4 text-muted">No prediction matches this filter.</p>;
  return (
    <Panes id="tasks.prediction-lines" direction="vertical">
      <Pane id="lines" label="The list of results" min={120}>
        <PredictionLinesPane rows={rows} selected={selected} onSelect={setSelected} onTask={onTask} />
      </Pane>
      <PaneHandle label="Height of the list of results" />
      <Pane id="detail" label="The selected prediction" size={220} min={80}>
        {line === undefined ? <SkeletonLines lines={4} /> : <PredictionDetail line={line} onTask={onTask} />}
      </Pane>
    </Panes>
  );
}
