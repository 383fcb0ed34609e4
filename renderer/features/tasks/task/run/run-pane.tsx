import { type ReactNode, useMemo, useState } from "react";
import { Pane, PaneHandle, Panes } from "../../../../ui/panes.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { Toggle } from "../../../../ui/toggle.tsx";
import { VirtualList } from "../../../../ui/virtual-list.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { usePane } from "../store/use-jump-target.ts";
import { RunDetail } from "./run-detail.tsx";
import { firstEntry, runEntries } from "./run-entries.ts";
import { RunLine } from "./run-line.tsx";
import { RunStatusLine } from "./run-status.tsx";
import type { ShownRun } from "./shown-run.ts";

const rowHeight = 26;

/** The status of the run, and whether it follows the saves; as high as what has to be said of an error at least. */
function RunBar({ children }: { children?: ReactNode }) {
  const { follows, setViewState } = useTaskEditor(({ viewState, setViewState }) => ({
    ...{ follows: viewState.runWhileTyping, setViewState },
  }));
  return (
    <div className="flex min-h-8 shrink-0 items-center border-b bg-panel pr-3">
      <div className="min-w-0 flex-1">{children}</div>
      <Toggle
        checked={follows}
        onChange={(runWhileTyping) => setViewState({ runWhileTyping })}
        keys="alt+shift+r"
      >
        Run while typing
      </Toggle>
    </div>
  );
}

/** A run of the gold: its phases with their statements and tests, and the one that is chosen whole. */
export function RunPane() {
  const { shown, follows, onCancel } = useTaskEditor((state) => ({
    ...{ shown: state.run, follows: state.viewState.runWhileTyping, onCancel: state.cancelRun },
  }));
  const region = usePane<HTMLElement>("panel run");
  if (shown === null)
    return (
      <section
        ref={region}
        tabIndex={-1}
        aria-label="Run"
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <RunBar />
        <p className="p-3 text-muted">
          The gold has not been run under this evaluator yet. It runs on a private copy of the database and
          changes nothing.
        </p>
      </section>
    );
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Run"
      aria-busy={shown.live?.state === "running"}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <RunBar>
        <RunStatusLine shown={shown} follows={follows} onCancel={onCancel} />
      </RunBar>
      <RunLines shown={shown} />
    </section>
  );
}

function RunLines({ shown }: { shown: ShownRun }) {
  const onLine = useTaskEditor(({ jumps }) => jumps.toLine);
  const entries = useMemo(() => runEntries(shown.phases), [shown.phases]);
  /** The key of the chosen line: another run of the task has the same lines. */
  const [choice, setChoice] = useState<string | null>(null);
  const isRunning = shown.live?.state === "running";
  const chosen = entries.findIndex(({ key }) => key === choice);
  const selected = chosen >= 0 ? chosen : firstEntry(entries);
  return (
    <Panes id="tasks.run">
      <Pane id="lines" size={380} min={240} label="The lines of the run">
        {entries.length === 0 && isRunning ? (
          <SkeletonLines lines={4} />
        ) : (
          <VirtualList
            label="Lines of the run"
            count={entries.length}
            rowHeight={rowHeight}
            selected={selected}
            onSelect={(index) => setChoice(entries[index]?.key ?? null)}
            renderRow={(index) => {
              const entry = entries[index];
              return entry && <RunLine entry={entry} isOld={shown.isOld(entry.phase)} />;
            }}
          />
        )}
      </Pane>
      <PaneHandle label="Width of the lines of the run" />
      <Pane id="detail" min={260} label="The result">
        <RunDetail run={shown.identity} entry={entries[selected]} onLine={onLine} />
      </Pane>
    </Panes>
  );
}
