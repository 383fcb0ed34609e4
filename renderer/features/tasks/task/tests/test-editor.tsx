import { CircleAlert } from "lucide-react";
import { useMemo } from "react";
import type { TestForm } from "#shared/domain/test-form.ts";
import type { TestScript } from "#shared/domain/test-script.ts";
import { readTestForm } from "#shared/formats/test-form/read-test-form.ts";
import { writeTestForm } from "#shared/formats/test-form/write-test-form.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { useCompiled } from "../../../../data/task-tests.ts";
import { Button } from "../../../../ui/button.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { testId } from "../documents/task-documents.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { engineNames, foreignForm } from "./form/foreign-form.ts";
import { TestFormPane } from "./form/test-form-pane.tsx";
import { TestCode } from "./test-code.tsx";
import type { WrittenAs } from "./use-tests-editor.ts";

/** One test script, in a form where a form wrote it, else as Python. */
export function TestEditor({ script }: { script: TestScript }) {
  const { tests, profile, wrap, located, root } = useTaskEditor((state) => ({
    ...{ tests: state.tests, profile: state.profile, wrap: state.viewState.wrap, root: state.region },
    // What was found in the script when it was saved last.
    located: state.byLocation.onDocument(testId(state.tests.part.phase, state.tests.index)).located,
  }));
  const { writtenAs, write, index, dialect } = tests;
  const form = useMemo(() => readTestForm(script, dialect), [script, dialect]);
  const problem = useCompiled(script);
  return (
    <Tabs<WrittenAs>
      label={`Test ${index + 1} written as`}
      tabs={[
        { value: "form", title: "Form" },
        {
          value: "python",
          title: "Python",
          badge: problem && (
            <CircleAlert size={12} role="img" aria-label="does not compile" className="text-error" />
          ),
        },
      ]}
      value={writtenAs}
      onChange={write}
    >
      {writtenAs === "python" ? (
        <TestCode
          script={script}
          label={`Python of test ${index + 1}`}
          {...{ profile, wrap, located }}
          onLeave={() => root.current?.focus()}
          reveal={tests.reveal}
          onChange={(text) => tests.change(text, "python")}
          onRun={() => tests.start([index])}
        />
      ) : form === null ? (
        <NoForm
          script={script}
          dialect={dialect}
          onPython={() => write("python")}
          onForm={(next) => tests.change(writeTestForm(next, dialect), "form")}
        />
      ) : (
        <TestFormPane
          key={`${tests.taskId} ${tests.part.phase} ${index}`}
          form={form}
          onChange={(next) => tests.change(writeTestForm(next, dialect), "form")}
        />
      )}
    </Tabs>
  );
}

interface NoFormProps {
  script: TestScript;
  dialect: SqlDialect;
  onPython(): void;
  onForm(form: TestForm): void;
}

/** Why a script is not shown in the form: it is of another hand, or the form wrote it for another engine. */
function NoForm({ script, dialect, onPython, onForm }: NoFormProps) {
  const foreign = useMemo(() => foreignForm(script, dialect), [script, dialect]);
  return (
    <div className="flex flex-col items-start gap-2 p-3">
      <p className="max-w-120 text-muted">{foreign === null ? ofAnotherHand : foreign.says}</p>
      <div className="flex gap-2">
        {foreign?.form && (
          <Button size="sm" onClick={() => onForm(foreign.form as TestForm)}>
            Rewrite for {engineNames[dialect]}
          </Button>
        )}
        <Button size="sm" onClick={onPython}>
          Show Python
        </Button>
      </div>
    </div>
  );
}

const ofAnotherHand =
  "This script was written by hand, or changed by hand since the form wrote it. It can only be edited as Python, so that nothing is lost.";
