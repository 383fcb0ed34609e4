import { Square, TestTubeDiagonal } from "lucide-react";
import type { StrongerTest } from "#shared/contract/certificates.ts";
import { useStrongerTest } from "../../../../../data/certificates.ts";
import { Button } from "../../../../../ui/button.tsx";
import { command, useCommands } from "../../../../../ui/commands.ts";
import { notify } from "../../../../../ui/toasts.tsx";
import { undoableNotice } from "../../../../../ui/undo.ts";
import { useTaskEditor } from "../../store/task-editor-context.ts";
import { identityOf } from "../use-let-pass-steps.ts";
import { RunProgress } from "./run-progress.tsx";
import type { ShownMutant } from "./shown-mutants.ts";

const strongerKeys = "shift+u";

/** A test that catches the mutant: proposed and run on gold and mutant by a key, and taken into the task by the same key; another mutant is another component. */
export function StrongerTestSection({ shown: { mutant } }: { shown: ShownMutant }) {
  const { taskId, flush, isCurrent } = useTaskEditor(({ taskId, draft, certificate }) => ({
    ...{ taskId, flush: draft.flush, isCurrent: certificate.isCurrent },
  }));
  const { search, look, cancel } = useStrongerTest(taskId);
  const take = useTakeTest();
  const isRunning = search?.state === "running";
  const found = search?.result != null && "script" in search.result ? search.result : null;
  const press = () => {
    if (found !== null) take(mutant.phase, found.script);
    else void flush().then(() => look(identityOf(mutant)));
  };
  const canPress = isCurrent && !isRunning;
  const title = found === null ? "Propose a stronger test" : "Take the test into the task";
  useCommands("Task", [
    command("task.stronger-test", title, [strongerKeys], press, { enabled: canPress }),
    command("task.cancel-stronger-test", "Cancel the search for a test", ["mod+."], cancel, {
      enabled: isRunning,
    }),
  ]);
  if (!isCurrent) return null;
  return (
    <section aria-label="A stronger test" aria-busy={isRunning} className="flex flex-col items-start gap-1.5">
      {search !== null && (
        <RunProgress
          run={search}
          doing="Trying tests on the gold and on the mutant"
          failed="No test could be looked for."
        >
          {search.result !== null && <Found result={search.result} />}
        </RunProgress>
      )}
      {isRunning ? (
        <Button size="sm" icon={Square} keys="mod+." onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button
          size="sm"
          variant={found === null ? "plain" : "primary"}
          icon={TestTubeDiagonal}
          keys={strongerKeys}
          onClick={press}
        >
          {title}
        </Button>
      )}
    </section>
  );
}

/** Adds a test behind those of a phase and certifies again: what survived for want of it is killed then. */
function useTakeTest() {
  const { task, edit, certificate } = useTaskEditor(({ task, edit, certificate }) => ({
    ...{ task, edit, certificate },
  }));
  const { stored, start } = certificate;
  return (phase: ShownMutant["mutant"]["phase"], test: string): void => {
    const { length } = phase === 1 ? task.tests : (task.followUp?.tests ?? []);
    edit([{ kind: "add-test", phase, index: length, test }]);
    start(stored?.certificate.counts.notRun === 0);
    notify({
      ...undoableNotice,
      ...{ kind: "done", title: `Test ${length + 1} of the ${phase === 1 ? "gold" : "follow-up"} was added` },
      description: "The task is certified again with it. Undo takes it back.",
    });
  };
}

function Found({ result }: { result: StrongerTest }) {
  if ("reason" in result)
    return (
      <output className="text-sm">
        No test was found. {result.reason} You can write one and try it on the mutant.
      </output>
    );
  return (
    <>
      <output className="text-sm">
        The gold passes this test, and the mutant fails it: <q>{result.failure}</q>.{" "}
        {result.isForm ? "It can be edited in the form." : "The form has no check for it, so it is Python."}
      </output>
      <figure aria-label="The proposed test" className="w-full">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
          tabIndex={0}
          className="max-h-60 w-full overflow-auto rounded-md border bg-canvas px-2 py-1 text-sm whitespace-pre-wrap select-text"
        >
          {result.script}
        </pre>
      </figure>
    </>
  );
}
