import type { ReactNode } from "react";
import { RunLines } from "../../../../results/run-lines.tsx";
import { Toggle } from "../../../../ui/toggle.tsx";
import { testId } from "../documents/task-documents.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { usePane } from "../store/use-jump-target.ts";
import { RunStatusLine } from "./run-status.tsx";

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
  const toLine = useTaskEditor(({ jumps }) => jumps.toLine);
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
      <RunLines
        id="tasks.run"
        run={shown.identity}
        phases={shown.phases}
        isRunning={shown.live?.state === "running"}
        isOld={shown.isOld}
        onTestLine={(phase, test, line) => toLine(testId(phase, test), line)}
      />
    </section>
  );
}
