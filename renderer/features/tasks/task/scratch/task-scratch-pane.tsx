import { Play, Square } from "lucide-react";
import { useMemo, useState } from "react";
import type { SqlStart } from "#shared/contract/task-runs.ts";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import { type TaskScratchState, useTaskScratch } from "../../../../data/task-scratch.ts";
import { StatementResultView } from "../../../../results/statement-result.tsx";
import { Button } from "../../../../ui/button.tsx";
import { CodeInput } from "../../../../ui/code-editor/index.ts";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import { Pane, PaneHandle, Panes } from "../../../../ui/panes.tsx";
import { Select } from "../../../../ui/select.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { usePane } from "../store/use-jump-target.ts";
import { scratchMarks } from "./scratch-marks.ts";

const starts: { value: SqlStart; title: string; detail: string }[] = [
  { value: "template", title: "pristine", detail: "the database as it is loaded" },
  { value: "phase1", title: "after phase 1", detail: "its gold has run" },
  { value: "phase2", title: "after phase 2", detail: "both golds have run" },
];

/** SQL of the person's own on a private state of the task's database; whatever it changes is gone afterwards. */
export function TaskScratchPane() {
  return <TaskScratch key={useTaskEditor(({ taskId }) => taskId)} />;
}

function TaskScratch() {
  const { taskId, dialect, scratch, set, root } = useTaskEditor((state) => ({
    ...{ taskId: state.taskId, dialect: state.dialect, scratch: state.scratch },
    ...{ set: state.set, root: state.region },
  }));
  const { sql, isOpened } = scratch;
  const [start, setStart] = useState<SqlStart>("template");
  const { run, start: runSql, cancel } = useTaskScratch(taskId);
  const canRun = sql.trim() !== "";
  const go = () => {
    if (canRun) void runSql([sql], start);
  };
  const setSql = (text: string) => set({ scratch: { ...scratch, sql: text } });
  const marks = useMemo(() => scratchMarks(sql, run, dialect), [sql, run, dialect]);
  return (
    <section
      ref={usePane<HTMLElement>("panel scratch")}
      tabIndex={-1}
      aria-label="Scratch SQL"
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <div className="flex h-9 shrink-0 items-center gap-2 border-b bg-panel pr-1.5 pl-3">
        <ScratchSources start={start} onStart={setStart} onSql={setSql} />
        <span className="flex-1" />
        {run?.state === "running" ? (
          <Button size="sm" icon={Square} onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button size="sm" icon={Play} keys="mod+Enter" disabled={!canRun} onClick={go}>
            Run
          </Button>
        )}
      </div>
      <Panes id="tasks.scratch">
        <Pane id="sql" min={200} label="The scratch SQL">
          <CodeInput
            value={sql}
            marks={marks}
            label="Scratch SQL"
            wrap
            autoFocus={isOpened}
            onChange={setSql}
            onRun={go}
            onLeave={() => root.current?.focus()}
          />
        </Pane>
        <PaneHandle label="Width of the scratch SQL" />
        <Pane id="result" min={240} label="The scratch result">
          <ScratchResult run={run} />
        </Pane>
      </Panes>
    </section>
  );
}

interface ScratchSourcesProps {
  start: SqlStart;
  onStart(start: SqlStart): void;
  onSql(sql: string): void;
}

/** The state that the SQL runs on, and the golds to begin with. */
function ScratchSources({ start, onStart, onSql }: ScratchSourcesProps) {
  const { goldSql, followUp } = useTaskEditor(({ task }) => task);
  return (
    <>
      <span className="text-sm text-muted">State</span>
      <Select<SqlStart>
        label="State of the database"
        hideLabel
        value={start}
        options={followUp === null ? starts.slice(0, 2) : starts}
        onChange={onStart}
      />
      <Button size="sm" variant="quiet" onClick={() => onSql(goldSql.join("\n\n"))}>
        From gold
      </Button>
      {followUp !== null && (
        <Button size="sm" variant="quiet" onClick={() => onSql(followUp.goldSql.join("\n\n"))}>
          From follow-up gold
        </Button>
      )}
    </>
  );
}

function ScratchResult({ run }: { run: TaskScratchState | null }) {
  const [choice, setChoice] = useState<{ run: TaskScratchState; index: number } | null>(null);
  if (run === null)
    return (
      <p className="p-3 text-muted">
        Write SQL or copy it from a gold, then run it. It runs on a private copy of the task's database and
        may change anything: no change is saved.
      </p>
    );
  if (run.state === "failed")
    return (
      <InlineError className="m-2" title="The SQL could not be run." details={errorDetails(run.error)}>
        {errorText(run.error)}
      </InlineError>
    );
  if (run.state === "cancelled") return <p className="p-3 text-muted">Cancelled</p>;
  if (run.state === "running") return <RunningScratch run={run} />;
  if (run.failedBefore !== null)
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <InlineError
          className="m-2"
          title="The gold failed on the way to this state, so the SQL did not run."
        >
          Run it on another state, or correct the gold.
        </InlineError>
        <StatementResultView title="Gold" statement={run.failedBefore} identity={`${run.startedAt} before`} />
      </div>
    );
  const index = choice?.run === run ? choice.index : Math.max(0, run.statements.length - 1);
  const statement = run.statements[index];
  if (statement === undefined) return <p className="p-3 text-muted">There is no statement to run.</p>;
  const result = (
    <StatementResultView title="Scratch" statement={statement} identity={`${run.startedAt} ${index}`} />
  );
  if (run.statements.length === 1) return result;
  return (
    <Tabs
      label="Statements"
      tabs={run.statements.map(({ command }, at) => ({ value: String(at), title: `${at + 1} ${command}` }))}
      value={String(index)}
      onChange={(next) => setChoice({ run, index: Number(next) })}
    >
      {result}
    </Tabs>
  );
}

function RunningScratch({ run: { loading } }: { run: TaskScratchState }) {
  return (
    <output className="flex items-center gap-2 p-3 text-muted">
      <span className="spinner text-accent" />
      {loading === null ? "Running" : loadingText(loading)}
    </output>
  );
}
