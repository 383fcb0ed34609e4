import type { RefObject } from "react";
import { Pane, PaneHandle, Panes } from "../../../../ui/panes.tsx";
import { testId } from "../documents/task-documents.ts";
import type { TaskEditorState } from "../use-task-editor.ts";
import { DefaultTestNote } from "./default-test-note.tsx";
import { TestEditor } from "./test-editor.tsx";
import { TestList } from "./test-list.tsx";
import { TestsBar } from "./tests-bar.tsx";
import { TestsOutcome } from "./tests-outcome.tsx";
import type { TestsEditor } from "./use-tests-editor.ts";

export interface TestsPaneProps {
  tests: TestsEditor;
  desk: Pick<TaskEditorState, "profile" | "byPlace" | "look">;
  onLeave(): void;
  region: RefObject<HTMLElement | null>;
}

/** The test scripts of the phase on screen: written, and run on the gold or on any other answer. */
export function TestsPane({ tests, desk, onLeave, region }: TestsPaneProps) {
  const { taskId, task, part, index, script } = tests;
  const { phase } = part;
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Tests"
      aria-busy={tests.run?.state === "running"}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <TestsBar desk={tests} />
      <Panes id="tasks.tests">
        <Pane id="list" size="18%" min={130} label="The test scripts">
          <TestList desk={tests} />
        </Pane>
        <PaneHandle label="Width of the test scripts" />
        <Pane id="script" min={240} label="The test script">
          {script === undefined ? (
            <DefaultTestNote task={task} phase={phase} profile={desk.profile} />
          ) : (
            <TestEditor
              key={`${taskId} ${phase} ${index}`}
              desk={tests}
              script={script}
              profile={desk.profile}
              wrap={desk.look.wrap}
              placed={desk.byPlace.onDocument(testId(phase, index)).located}
              onLeave={onLeave}
            />
          )}
        </Pane>
        <PaneHandle label="Width of the answer and the result" />
        <Pane id="outcome" size="38%" min={220} label="The answer and the result">
          <TestsOutcome desk={tests} wrap={desk.look.wrap} onLeave={onLeave} />
        </Pane>
      </Panes>
    </section>
  );
}
