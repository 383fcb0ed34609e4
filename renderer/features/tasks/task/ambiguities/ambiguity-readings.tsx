import { Play, Square } from "lucide-react";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Reading } from "#shared/domain/reading.ts";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import { type ModelReadings, useModelReadings } from "../../../../data/model-readings.ts";
import type { ReadingsRun } from "../../../../data/task-readings.ts";
import { Button } from "../../../../ui/button.tsx";
import { command, useCommands } from "../../../../ui/commands.ts";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { takesText } from "../../../../ui/key-dispatch.ts";
import { loadingText } from "../../../../ui/loading-text.ts";
import { notify } from "../../../../ui/toasts.tsx";
import { useTaskEditor, useTaskEditorStore } from "../store/task-editor-context.ts";
import { useJumpTarget } from "../store/use-jump-target.ts";
import { AskedModel, AskModel, type AskModelProps } from "./ask-model.tsx";
import { listedReadings, ownReading, ranIn, withReading } from "./reading-edits.ts";
import { AddForm, RejectForm } from "./reading-forms.tsx";
import { ReadingRows } from "./reading-rows.tsx";

export interface AmbiguityReadingsProps {
  index: number;
  ambiguity: Ambiguity;
}

const runKeys = "alt+shift+v";
const cancelKeys = "mod+.";

/** The other readings of the ambiguity that is taken up: proposed, run beside the gold, kept, rejected, or added by hand. */
export function AmbiguityReadings({ index, ambiguity }: AmbiguityReadingsProps) {
  const change = useTaskEditor(({ authoring }) => authoring.change);
  const ran = useRun(index);
  const { run, isCurrent } = ran;
  const model = useAskedModel(index);
  const readings = listedReadings(ambiguity.readings, isCurrent ? (run?.readings ?? null) : null);
  const { list, selected, choose, form, ask } = useReadingChoice(readings);
  useFocusOnFirst(list, readings.length);
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
  // Their keys are written on the buttons below the list: they do the same wherever among the readings the focus is.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (form !== null || readings.length === 0 || hasModifier(event) || takesText(event.target)) return;
    if (act(event.key.toLowerCase())) event.preventDefault();
  };
  const cancel = useReadingsCommands(ask, ran, model);
  return (
    <section
      ref={useJumpTarget("readings", goIntoReadings)}
      aria-label={`Readings of ambiguity ${index + 1}`}
      onKeyDown={onKeyDown}
      className="pt-1.5"
    >
      <ReadingsHead {...ran} cancel={cancel} onAsk={model.start} listed={readings.length} />
      {model.asked !== null && <AskedModel asked={model.asked} />}
      {readings.length > 0 && (
        <ReadingRows
          ref={list}
          readings={readings}
          resultOf={({ sql }) => (isCurrent && run?.results.get(sql)) || null}
          selected={selected}
          onSelect={(index) => choose(readings[index]?.sql ?? null)}
        />
      )}
      {form === null && <Actions hasChosen={chosen !== undefined} onKey={act} />}
      <ReadingForm {...{ form, chosen, ambiguity, readings, store, choose }} onCancel={() => ask(null)} />
    </section>
  );
}

interface ReadingFormProps {
  form: "reason" | "add" | null;
  chosen: Reading | undefined;
  ambiguity: Ambiguity;
  readings: readonly Reading[];
  store(reading: Reading): void;
  choose(sql: string): void;
  onCancel(): void;
}

/** What is asked about the readings: why the chosen one is rejected, or for one of the person's own. */
function ReadingForm({ form, chosen, ambiguity, readings, store, choose, onCancel }: ReadingFormProps) {
  if (form === "reason" && chosen !== undefined)
    return (
      <RejectForm
        key={chosen.sql}
        meaning={chosen.meaning}
        onReject={(reason) => store({ ...chosen, status: "rejected", reason })}
        onCancel={onCancel}
      />
    );
  if (form !== "add") return null;
  return (
    <AddForm
      snippet={ambiguity.sqlSnippet}
      taken={readings.map(({ sql }) => sql)}
      onAdd={(sql, meaning) => {
        store(ownReading(sql, meaning));
        choose(sql);
      }}
      onCancel={onCancel}
    />
  );
}

interface ReadingsHeadProps extends RunStateProps, Pick<AskModelProps, "onAsk"> {
  start(): void;
  /** Null where nothing is under way. */
  cancel: (() => void) | null;
}

/** Above the readings: how far their run is, and what starts or stops it, or asks for more. */
function ReadingsHead({ start, cancel, onAsk, ...state }: ReadingsHeadProps) {
  const { run } = state;
  return (
    <div className="mb-1.5 flex flex-wrap items-start gap-2">
      <div className="min-w-40 flex-1 pt-0.5">
        <RunState {...state} />
      </div>
      <AskModel busy={cancel !== null} onAsk={onAsk} />
      {cancel !== null ? (
        <Button size="sm" icon={Square} keys={cancelKeys} onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button size="sm" icon={Play} keys={runKeys} onClick={start}>
          {run === null ? "Propose and run" : "Run again"}
        </Button>
      )}
    </div>
  );
}

/** Shows the ambiguity with its readings from its beginning, and puts the focus into them. */
function goIntoReadings(section: HTMLElement, focus: boolean): void {
  // The card that has just opened is higher by the next paint.
  requestAnimationFrame(() => {
    section.closest("li")?.scrollIntoView({ block: "start" });
    const [list, button] = ["[role=listbox]", "button"].map((of) => section.querySelector<HTMLElement>(of));
    if (focus) (list ?? button)?.focus({ preventScroll: true });
  });
}

/** Makes what can be done with the readings that are shown commands with their keys; answers what cancels that which is under way. */
function useReadingsCommands(
  ask: (form: "add") => void,
  ran: Pick<ReturnType<typeof useRun>, "run" | "cancel">,
  model: Pick<ReturnType<typeof useAskedModel>, "asked" | "cancel">,
): (() => void) | null {
  const ofModel = model.asked?.state === "running" ? model.cancel : null;
  const cancel = ran.run?.state === "running" ? ran.cancel : ofModel;
  useCommands("Task", [
    command("task.add-reading", "Add a reading of the ambiguity", [], () => ask("add")),
    command("task.cancel-readings", "Cancel the work on the readings", [cancelKeys], () => cancel?.(), {
      enabled: cancel !== null,
      inInputs: true,
    }),
  ]);
  return cancel;
}

/** The run of the readings of an ambiguity, and whether it was of the gold and the snippet as they are. */
function useRun(index: number) {
  const { taskId, task, readings, start } = useTaskEditor((state) => ({
    ...{ taskId: state.taskId, task: state.task, readings: state.readings },
    start: state.authoring.runReadings,
  }));
  const run = readings.of(taskId, index);
  const isCurrent = useMemo(() => run?.ranIn === ranIn(task, index), [run?.ranIn, task, index]);
  return { run, isCurrent, start, cancel: () => readings.cancel(taskId, index) };
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

/** The first readings to come take the focus from the button that asked for them, so that their keys work at once. */
function useFocusOnFirst(list: RefObject<HTMLDivElement | null>, count: number): void {
  const before = useRef(count);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const asked = focused instanceof HTMLButtonElement && focused.closest("section")?.contains(list.current);
    if (before.current === 0 && count > 0 && asked) list.current?.focus({ preventScroll: true });
    before.current = count;
  }, [list, count]);
}

const hasModifier = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => ctrlKey || altKey || metaKey;

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
  if (run.state === "running" && (run.readings === null || run.ran === 0)) return "Looking for readings";
  if (run.state === "running") return `${run.ran} of ${run.readings?.length} run`;
  if (!isCurrent) return "The gold or the snippet has changed since they were run.";
  const ran = `${run.results.size} of ${listed} run beside the gold`;
  return run.state === "cancelled" ? `Cancelled: ${ran}.` : `${ran}.`;
}

/** Asks a language model for readings of an ambiguity (0-based); what it gives is listed with the others, as one edit. */
function useAskedModel(index: number): {
  asked: ModelReadings | null;
  start(endpoint: string): void;
  cancel(): void;
} {
  const store = useTaskEditorStore();
  const { asked, ask, cancel } = useModelReadings();
  const start = async (endpoint: string): Promise<void> => {
    // It is asked about what is on screen, not what was saved last.
    await store.getState().draft.flush();
    const { taskId, profile, task } = store.getState();
    const askedIn = ranIn(task, index);
    await ask({ taskId, ambiguity: index, profile, endpoint }, (readings) => {
      const now = store.getState();
      const ambiguity = now.task.ambiguities[index];
      if (ambiguity === undefined || now.taskId !== taskId || ranIn(now.task, index) !== askedIn) {
        const description = "The gold or the snippet changed while the model was asked. Ask it again.";
        notify({ id: "late-readings", title: "The readings were not added", description });
        return;
      }
      const known = new Set(ambiguity.readings.map(({ sql }) => sql));
      const fresh = readings.filter(({ sql }) => !known.has(sql));
      if (fresh.length > 0) now.authoring.change(index, fresh.reduce(withReading, ambiguity));
    });
  };
  return { asked, start: (endpoint) => void start(endpoint), cancel };
}
