import { ArrowDown, ArrowUp, Bug } from "lucide-react";
import { Button } from "../../../../../ui/button.tsx";
import { EmptyState } from "../../../../../ui/empty-state.tsx";
import { IconButton } from "../../../../../ui/icon-button.tsx";
import { Pane, PaneHandle, Panes } from "../../../../../ui/panes.tsx";
import { numberText } from "../../../../../ui/time-text.ts";
import { useTaskEditor } from "../../store/task-editor-context.ts";
import { usePane } from "../../store/use-jump-target.ts";
import { MutantDetail } from "./mutant-detail.tsx";
import { MutantList } from "./mutant-list.tsx";
import { type MutantOutcome, mutantOutcomes, survivorOutcomes } from "./mutant-outcomes.ts";
import { OutcomeFilter } from "./outcome-filter.tsx";
import { outcomeCounts } from "./shown-mutants.ts";

/** The mutants of the gold: filtered, stepped through, and the one in focus with what is known of it. */
export function MutantsPane() {
  const count = useTaskEditor(({ certificate }) => certificate.mutants?.length ?? 0);
  return (
    <section
      ref={usePane<HTMLElement>("panel mutants")}
      tabIndex={-1}
      aria-label="Mutants of the gold"
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      {count === 0 ? <NoMutants /> : <Mutants />}
    </section>
  );
}

function NoMutants() {
  const { stored, isRunning, start, canRun } = useTaskEditor(({ certificate, task }) => ({
    ...certificate,
    canRun: task.goldSql.length > 0,
  }));
  if (isRunning) return <p className="p-3 text-muted">The mutants are listed once all of them have run.</p>;
  if (stored != null)
    return (
      <p className="p-3 text-muted">
        {stored.certificate.properties.runs.holds === true
          ? "No mutant of the gold could be made."
          : "The gold does not pass its tests, so no mutant was run. See what does not hold beside the gold, and certify again."}
      </p>
    );
  return (
    <EmptyState
      icon={Bug}
      title="No mutants yet"
      actions={
        <Button variant="primary" keys="c" disabled={!canRun} onClick={() => start(false)}>
          Certify the task
        </Button>
      }
    >
      A mutant is the gold with one change in it: a wrong answer that the tests should catch. Certifying makes
      them, runs the tests on each, and shows which of them survive, and why.
    </EmptyState>
  );
}

function Mutants() {
  const { certificate, jumps } = useTaskEditor(({ certificate, jumps }) => ({ certificate, jumps }));
  const { listed, focused } = certificate;
  return (
    <>
      <MutantsBar />
      {listed.length === 0 && focused === null ? (
        <p className="p-3 text-muted">
          The filter hides every mutant. Press one of the outcomes above to list its mutants.
        </p>
      ) : (
        <Panes id="tasks.mutants">
          <Pane id="list" size="40%" min={220} label="The list of mutants">
            <MutantList
              mutants={listed}
              focused={focused?.key ?? null}
              onFocus={jumps.toMutant}
              onOpen={(shown) => shown.range && jumps.toRange(shown.document, shown.range, true)}
            />
          </Pane>
          <PaneHandle label="Width of the list of mutants" />
          <Pane id="detail" min={280} label="The mutant in focus">
            {focused === null ? (
              <p className="p-3 text-muted">Choose a mutant, press a dot beside the gold, or press N.</p>
            ) : (
              <MutantDetail shown={focused} />
            )}
          </Pane>
        </Panes>
      )}
    </>
  );
}

/** Which mutants are listed, how many were killed, and the steps from one to the next. */
function MutantsBar() {
  const { certificate, filter, setViewState, step } = useTaskEditor((state) => ({
    ...{ certificate: state.certificate, filter: state.viewState.mutants },
    ...{ setViewState: state.setViewState, step: state.stepMutant },
  }));
  const { mutants, stored, listed, focused, isCurrent } = certificate;
  const counts = outcomeCounts(mutants ?? []);
  const toggle = (outcome: MutantOutcome): void =>
    setViewState({
      mutants: mutantOutcomes.filter((one) => (one === outcome) !== filter.includes(one)),
    });
  const isAll = mutantOutcomes.every((outcome) => filter.includes(outcome));
  const at = listed.findIndex(({ key }) => key === focused?.key);
  return (
    <div className="@container flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-b bg-panel px-2 py-1">
      <OutcomeFilter label="Mutants that are listed" counts={counts} pressed={filter} onOutcome={toggle} />
      <Button
        size="sm"
        variant="quiet"
        onClick={() => setViewState({ mutants: [...(isAll ? survivorOutcomes : mutantOutcomes)] })}
      >
        {isAll ? "Survivors only" : "Show all"}
      </Button>
      <span className="flex-1" />
      {!isCurrent && <span className="text-sm text-warning">of the task before it changed</span>}
      {stored != null && stored.certificate.counts.notRun > 0 && (
        // Beside the gold it is said, too; here it takes no line from the mutant below.
        <span className="hidden text-sm text-muted @5xl:inline">
          {numberText(stored.certificate.counts.notRun)} more were not run
        </span>
      )}
      <span className="text-sm text-muted tabular-nums">
        {at < 0 ? "–" : numberText(at + 1)} of {numberText(listed.length)}
      </span>
      <span className="flex">
        <IconButton
          size="sm"
          icon={ArrowUp}
          label="Previous mutant"
          keys="shift+n"
          disabled={listed.length === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          size="sm"
          icon={ArrowDown}
          label="Next mutant"
          keys="n"
          disabled={listed.length === 0}
          onClick={() => step(1)}
        />
      </span>
    </div>
  );
}
