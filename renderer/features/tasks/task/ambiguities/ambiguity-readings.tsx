import { Play, Square } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Reading } from "#shared/domain/reading.ts";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import type { ReadingsRun, ReadingsRuns } from "../../../../data/task-readings.ts";
import { Button } from "../../../../ui/button.tsx";
import { command, useCommands } from "../../../../ui/commands.ts";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { Kbd } from "../../../../ui/kbd.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { listedReadings, ownReading, withReading } from "./reading-edits.ts";
import { AddForm, ReasonForm } from "./reading-forms.tsx";
import { ReadingRows } from "./reading-rows.tsx";

export interface AmbiguityReadingsProps {
  index: number;
  ambiguity: Ambiguity;
  runs: ReadingsRuns;
}

const listKeys = "alt+v";
const runKeys = "alt+shift+v";

/** The other readings of the ambiguity that is taken up: proposed, run beside the gold, kept, rejected, or added by hand. */
export function AmbiguityReadings({ index, ambiguity, runs }: AmbiguityReadingsProps) {
  const change = useTaskEditor(({ authoring }) => authoring.change);
  const ran = useRun(index, ambiguity, runs);
  const { run, isCurrent, start } = ran;
  const readings = listedReadings(ambiguity.readings, isCurrent ? (run?.readings ?? null) : null);
  const choice = useReadingChoice(readings);
  const { list, selected, choose, form, ask } = choice;
  const chosen = readings[selected];
  const store = (reading: Reading) => {
    change(index, withReading(ambiguity, reading));
    ask(null);
  };
  const act = (key: string): boolean => {
    if (key === "a") ask("add");
    else if (key === "n" && chosen) ask("reason");
    else if (key === "y" && chosen) store({ ...chosen, status: "kept", reason: null });
    else return false;
    return true;
  };
  useReadingsCommands({ ...choice, start, isRunning: run?.state === "running" });
  return (
    <section aria-label={`Readings of ambiguity ${index + 1}`} className="mt-3 border-t pt-2">
      <ReadingsHead {...ran} listed={readings.length} />
      {readings.length > 0 && (
        <ReadingRows
          ref={list}
          readings={readings}
          resultOf={({ sql }) => (isCurrent && run?.results.get(sql)) || null}
          selected={selected}
          onSelect={(index) => choose(readings[index]?.sql ?? null)}
          onKey={act}
        />
      )}
      {form === null && <Actions hasChosen={chosen !== undefined} onKey={act} />}
      {form === "reason" && chosen !== undefined && (
        <ReasonForm
          key={chosen.sql}
          onReject={(reason) => store({ ...chosen, status: "rejected", reason })}
          onCancel={() => ask(null)}
        />
      )}
      {form === "add" && (
        <AddForm
          snippet={ambiguity.sqlSnippet}
          taken={readings.map(({ sql }) => sql)}
          onAdd={(sql, meaning) => {
            store(ownReading(sql, meaning));
            choose(sql);
          }}
          onCancel={() => ask(null)}
        />
      )}
    </section>
  );
}

interface ReadingsHeadProps extends RunStateProps {
  start(): void;
  cancel(): void;
}

/** Above the readings: how far their run is, and what starts or stops it. */
function ReadingsHead({ start, cancel, ...state }: ReadingsHeadProps) {
  const { run, listed } = state;
  return (
    <>
      <h3 className="flex items-center gap-2 text-sm font-medium text-muted">
        <span className="flex-1">Other readings</span>
        {listed > 0 && <Kbd keys={listKeys} quiet />}
      </h3>
      <RunState {...state} />
      <div className="my-1.5">
        {run?.state === "running" ? (
          <Button size="sm" icon={Square} onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button size="sm" icon={Play} keys={runKeys} onClick={start}>
            {run === null ? "Propose and run" : "Run again"}
          </Button>
        )}
      </div>
    </>
  );
}

interface CommandsInput extends Pick<ReturnType<typeof useReadingChoice>, "list" | "selected" | "ask"> {
  isRunning: boolean;
  start(): void;
}

/** Makes what can be done with the readings commands with their keys. */
function useReadingsCommands({ list, selected, ask, isRunning, start }: CommandsInput): void {
  const goThere = () => list.current?.focus();
  useCommands("Task", [
    command("task.readings", "Go to the readings of the ambiguity", [listKeys], goThere, {
      enabled: selected >= 0,
    }),
    command("task.run-readings", "Propose and run the readings of the ambiguity", [runKeys], start, {
      enabled: !isRunning,
    }),
    command("task.add-reading", "Add a reading of the ambiguity", [], () => ask("add")),
  ]);
}

/** The run of the readings of an ambiguity, and whether it was of the gold and the snippet as they are. */
function useRun(index: number, ambiguity: Ambiguity, runs: ReadingsRuns) {
  const { taskId, goldSql, profile, flush } = useTaskEditor(({ taskId, task, profile, draft }) => ({
    ...{ taskId, goldSql: task.goldSql, profile, flush: draft.flush },
  }));
  const run = runs.of(taskId, index);
  const ranIn = JSON.stringify([ambiguity.sqlSnippet, goldSql]);
  return {
    run,
    isCurrent: run?.ranIn === ranIn,
    // What is on screen runs, not what was saved last.
    start: () => void flush().then(() => runs.start({ taskId, ambiguity: index, profile }, ranIn)),
    cancel: () => runs.cancel(taskId, index),
  };
}

/** Which reading is chosen, and what is asked about it; the list has the focus again when that is settled. */
function useReadingChoice(readings: readonly Reading[]) {
  const list = useRef<HTMLDivElement>(null);
  const [sql, choose] = useState<string | null>(null);
  const [form, setForm] = useState<"reason" | "add" | null>(null);
  const wasAsked = useRef(false);
  useLayoutEffect(() => {
    if (form === null && wasAsked.current) list.current?.focus();
    wasAsked.current = form !== null;
  }, [form]);
  const at = readings.findIndex((reading) => reading.sql === sql);
  // Another run may list them in another order.
  const selected = at < 0 ? Math.min(0, readings.length - 1) : at;
  return { list, selected, choose, form, ask: setForm };
}

function Actions({ hasChosen, onKey }: { hasChosen: boolean; onKey(key: string): void }) {
  return (
    <div className="sticky bottom-0 -mx-1 flex flex-wrap gap-1.5 bg-selected px-1 py-1.5">
      {hasChosen && (
        <>
          <Button size="sm" keys="y" onClick={() => onKey("y")}>
            Keep
          </Button>
          <Button size="sm" keys="n" onClick={() => onKey("n")}>
            Reject
          </Button>
        </>
      )}
      <Button size="sm" variant="quiet" keys={hasChosen ? "a" : undefined} onClick={() => onKey("a")}>
        Add
      </Button>
    </div>
  );
}

interface RunStateProps {
  run: ReadingsRun | null;
  isCurrent: boolean;
  listed: number;
}

/** What the run of the readings is about, how far it is, or what came of it. */
function RunState({ run, isCurrent, listed }: RunStateProps) {
  if (run?.state === "failed")
    return (
      <InlineError title="The readings could not be run." details={errorDetails(run.error)}>
        {errorText(run.error)}
      </InlineError>
    );
  if (run !== null && isCurrent && run.obstacle !== null)
    return (
      <InlineError tone="warning" title="The readings were not run.">
        {run.obstacle}
      </InlineError>
    );
  return <output className="block text-sm text-muted">{runText(run, isCurrent, listed)}</output>;
}

function runText(run: ReadingsRun | null, isCurrent: boolean, listed: number): string {
  if (run === null) return "What else a person could mean by these words, as SQL in place of the snippet.";
  if (run.state === "running" && run.loading !== null) return loadingText(run.loading);
  if (run.state === "running" && run.readings === null) return "Looking for readings";
  if (run.state === "running") return `${run.results.size} of ${run.readings?.length} run`;
  if (!isCurrent) return "The gold or the snippet has changed since they were run.";
  const ran = `${run.results.size} of ${listed} run beside the gold`;
  return run.state === "cancelled" ? `Cancelled; ${ran}.` : `${ran}.`;
}
