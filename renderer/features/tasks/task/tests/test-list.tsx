import { Circle, CircleCheck, CircleX } from "lucide-react";
import { useMemo } from "react";
import type { TestScript } from "#shared/domain/test-script.ts";
import { readTestForm } from "#shared/formats/test-form/read-test-form.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { testStatusTexts } from "../../../../results/run-words.ts";
import { VirtualList } from "../../../../ui/virtual-list.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { checkWords } from "./form/check-words.ts";
import { type TestReport, testOutcome } from "./test-outcomes.ts";

const rowHeight = 26;

/** The test scripts of a phase in their order, each with what the last run said of it; the default test where there are none. */
export function TestList() {
  const { part, taskId, dialect, index, run, select } = useTaskEditor(({ tests }) => tests);
  const { tests, phase } = part;
  const contents = useMemo(() => tests.map((test) => contentOf(test, dialect)), [tests, dialect]);
  return (
    <VirtualList
      label="Test scripts"
      count={Math.max(1, tests.length)}
      rowHeight={rowHeight}
      selected={index}
      onSelect={select}
      renderRow={(at) => {
        const isDefault = tests.length === 0;
        const test = { taskId, phase, index: isDefault ? null : at, script: tests[at] };
        return (
          <div className="flex h-full items-center gap-2 px-3">
            <TestStatus of={testOutcome(run, test)} />
            <span className="shrink-0">{isDefault ? "Default test" : `Test ${at + 1}`}</span>
            <span className="truncate text-sm text-muted">
              {isDefault ? "soft exact match" : contents[at]}
            </span>
          </div>
        );
      }}
    />
  );
}

/** What a script checks, in a few words. */
function contentOf(script: TestScript, dialect: SqlDialect): string {
  const form = readTestForm(script, dialect);
  return form === null ? "Python" : form.checks.map(({ kind }) => checkWords[kind].title).join(", ");
}

function TestStatus({ of }: { of: TestReport | "running" | null }) {
  if (of === "running") return <span className="spinner shrink-0 text-accent" />;
  if (of === null) return <Circle size={13} className="shrink-0 text-faint" aria-hidden />;
  const passed = of.test.status === "passed";
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <Icon
      size={13}
      role="img"
      aria-label={testStatusTexts[of.test.status]}
      className={`shrink-0 ${passed ? "text-added" : "text-error"}`}
    />
  );
}
