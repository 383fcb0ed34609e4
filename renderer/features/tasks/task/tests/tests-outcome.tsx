import { CodeInput, type CodeMark } from "../../../../ui/code-editor/index.ts";
import { Tabs } from "../../../../ui/tabs.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { answerTitles, missingAnswers } from "./answers.ts";
import { TestsResult } from "./tests-result.tsx";
import { TestsSql } from "./tests-sql.tsx";
import type { OutcomeTab } from "./use-tests-editor.ts";

const noMarks: CodeMark[] = [];

/** Beside a test: the SQL that it runs on, what it said of it, and what it ran itself. */
export function TestsOutcome() {
  const { tab, showTab } = useTaskEditor(({ tests }) => tests);
  return (
    <Tabs<OutcomeTab>
      label="Answer and result"
      tabs={[
        { value: "answer", title: "Answer" },
        { value: "result", title: "Result" },
        { value: "sql", title: "SQL that ran" },
      ]}
      value={tab}
      onChange={showTab}
    >
      {tab === "answer" && <AnswerSql />}
      {tab === "result" && <TestsResult />}
      {tab === "sql" && <TestsSql />}
    </Tabs>
  );
}

function AnswerSql() {
  const { tests, wrap, root } = useTaskEditor(({ tests, viewState, region }) => ({
    ...{ tests, wrap: viewState.wrap, root: region },
  }));
  const { answer, writeAnswer, start } = tests;
  const { kind, sql, text } = answer;
  return (
    <>
      <p className="flex h-7 shrink-0 items-center border-b bg-surface px-3 text-sm text-muted">
        <span className="truncate">
          {sql === null ? missingAnswers[kind] : `${answerTitles[kind].title}: ${answerTitles[kind].detail}`}
        </span>
      </p>
      <div className="relative min-h-0 flex-1">
        <CodeInput
          value={text}
          marks={noMarks}
          wrap={wrap}
          label="Answer to run the tests on"
          autoFocus={false}
          onChange={(next) => {
            if (next !== text) writeAnswer(next);
          }}
          onRun={() => start(null)}
          onLeave={() => root.current?.focus()}
        />
      </div>
    </>
  );
}
