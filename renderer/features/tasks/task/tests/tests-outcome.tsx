import { CodeInput, type CodeMark } from "../../../../ui/code-editor/index.ts";
import { Tabs } from "../../../../ui/tabs.tsx";
import { answerTitles, missingAnswers } from "./answers.ts";
import { TestsResult } from "./tests-result.tsx";
import { TestsSql } from "./tests-sql.tsx";
import type { OutcomeTab, TestsEditor } from "./use-tests-editor.ts";

const noMarks: CodeMark[] = [];

interface TestsOutcomeProps {
  desk: TestsEditor;
  wrap: boolean;
  onLeave(): void;
}

/** Beside a test: the SQL that it runs on, what it said of it, and what it ran itself. */
export function TestsOutcome(props: TestsOutcomeProps) {
  const { desk } = props;
  const { tab, showTab } = desk;
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
      {tab === "answer" && <AnswerSql {...props} />}
      {tab === "result" && <TestsResult desk={desk} />}
      {tab === "sql" && <TestsSql desk={desk} />}
    </Tabs>
  );
}

function AnswerSql({ desk, wrap, onLeave }: TestsOutcomeProps) {
  const { answer, writeAnswer, start } = desk;
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
          onLeave={onLeave}
        />
      </div>
    </>
  );
}
