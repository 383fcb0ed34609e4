import { Pane, PaneHandle, Panes } from "../../../../ui/panes.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { usePane } from "../store/use-jump-target.ts";
import { DefaultTestNote } from "./default-test-note.tsx";
import { TestEditor } from "./test-editor.tsx";
import { TestList } from "./test-list.tsx";
import { TestsBar } from "./tests-bar.tsx";
import { TestsOutcome } from "./tests-outcome.tsx";

/** The test scripts of the phase on screen: written, and run on the gold or on any other answer. */
export function TestsPane() {
  const { tests, profile } = useTaskEditor(({ tests, profile }) => ({ tests, profile }));
  const { taskId, task, part, index, script } = tests;
  const { phase } = part;
  return (
    <section
      ref={usePane<HTMLElement>("panel tests")}
      tabIndex={-1}
      aria-label="Tests"
      aria-busy={tests.run?.state === "running"}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <TestsBar />
      <Panes id="tasks.tests">
        <Pane id="list" size="18%" min={130} label="The test scripts">
          <TestList />
        </Pane>
        <PaneHandle label="Width of the test scripts" />
        <Pane id="script" min={240} label="The test script">
          {script === undefined ? (
            <DefaultTestNote task={task} phase={phase} profile={profile} />
          ) : (
            <TestEditor key={`${taskId} ${phase} ${index}`} script={script} />
          )}
        </Pane>
        <PaneHandle label="Width of the answer and the result" />
        <Pane id="outcome" size="38%" min={220} label="The answer and the result">
          <TestsOutcome />
        </Pane>
      </Panes>
    </section>
  );
}
