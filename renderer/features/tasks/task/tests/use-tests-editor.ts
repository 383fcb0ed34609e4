import { useMemo, useState } from "react";
import { type Phase, type SubTask, subTasks, type Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { TestCheck } from "#shared/domain/test-form.ts";
import type { EvaluatorProfile, TestScript } from "#shared/domain/test-script.ts";
import { readTestForm } from "#shared/formats/test-form/read-test-form.ts";
import { writeTestForm } from "#shared/formats/test-form/write-test-form.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { useTestRun } from "../../../../data/task-tests.ts";
import { goldId, type TaskDocument } from "../documents/task-documents.ts";
import type { TaskViewState } from "../task-view-state.ts";
import { type AnswerKind, answerTexts } from "./answers.ts";
import { newCheck } from "./form/check-words.ts";

/** How a script is written: in a form, or as the Python that it is. */
export type WrittenAs = "form" | "python";

/** What stands beside the script. */
export type OutcomeTab = "answer" | "result" | "sql";

/** Which test of which phase is looked at, and how; another task or phase is looked at from its first test. */
interface TestLocation {
  of: string;
  index: number;
  as: WrittenAs | null;
  reveal: { from: number; to: number; focus: boolean } | null;
}

/** What of the task editor the tests are edited with. */
export interface TestsInputs {
  taskId: number;
  task: Task;
  shown: TaskDocument;
  dialect: SqlDialect;
  profile: EvaluatorProfile;
  edit(edit: TaskEdit): void;
  flush(): Promise<void>;
  setViewState(change: Partial<TaskViewState>): void;
  showDocument(id: string): void;
}

export type TestsEditor = ReturnType<typeof useTestsEditor>;

const emptyScript = "def test_case(pred_sqls, sol_sqls, db_name, conn):\n    pass\n";

/** The test scripts of the phase on screen: which is looked at, on which answer they run, and what they said. */
export function useTestsEditor(inputs: TestsInputs) {
  const { taskId, task, shown, dialect, profile, flush, setViewState, showDocument } = inputs;
  const parts = subTasks(task);
  const part = (parts.find(({ phase }) => phase === shown.phase) ?? parts[0]) as SubTask;
  const { phase, tests, goldSql } = part;
  const of = `${taskId} ${phase}`;
  const [tab, setTab] = useState<OutcomeTab>("result");
  const [ranOn, setRanOn] = useState<AnswerKind>("gold");
  const location = useTestLocation(of, tests, dialect);
  const { answer, choose, writeAnswer } = useTestedAnswer(of, goldSql, dialect);
  const runs = useTestRun();
  const start = (indexes: number[] | null) => {
    const { sql, kind } = answer;
    if (sql === null) return;
    setViewState({ panel: "tests" });
    setTab("result");
    setRanOn(kind);
    // What is on screen runs, not what was saved last.
    void flush().then(() => runs.start({ taskId, phase, indexes, sql, profile }, tests));
  };
  return {
    ...{ taskId, task, part, dialect, answer, tab, showTab: setTab, flush, start },
    ...{ index: location.index, script: tests[location.index] },
    ...{ reveal: location.reveal, writtenAs: location.writtenAs },
    ...testActions(inputs, part, location),
    showPhase: (next: Phase) => showDocument(goldId(next)),
    writeAnswer: (text: string) => {
      writeAnswer(text);
      setTab("answer");
    },
    choose: (next: AnswerKind) => {
      choose(next);
      setTab("answer");
    },
    run: runs.run?.taskId === taskId && runs.run.phase === phase ? runs.run : null,
    /** The answer that the run is, or was, on. */
    ranOn,
    cancel: runs.cancel,
  };
}

/** The test that is looked at. */
function useTestLocation(of: string, tests: readonly TestScript[], dialect: SqlDialect) {
  const first: TestLocation = { of, index: 0, as: null, reveal: null };
  const [last, setLast] = useState(first);
  const at = last.of === of ? last : first;
  const index = Math.min(at.index, Math.max(0, tests.length - 1));
  const script = tests[index];
  const isForm = script === undefined || readTestForm(script, dialect);
  return {
    index,
    reveal: at.reveal,
    /** How the person chose to write it; null where they did not. */
    chosenAs: at.as,
    writtenAs: (at.index === index ? at.as : null) ?? (isForm ? "form" : ("python" as WrittenAs)),
    go: (change: Partial<TestLocation>) => setLast({ ...first, index, ...change }),
  };
}

/** The answer that the tests run on; another task or phase begins with its gold. */
function useTestedAnswer(of: string, goldSql: readonly string[], dialect: SqlDialect) {
  const first: { of: string; kind: AnswerKind; own: string } = { of, kind: "gold", own: "" };
  const [last, setLast] = useState(first);
  const { kind, own } = last.of === of ? last : first;
  const sql = useMemo(() => answerTexts(kind, goldSql, own, dialect), [kind, goldSql, own, dialect]);
  return {
    answer: { kind, sql, text: kind === "own" ? own : (sql ?? []).join("\n\n") },
    choose: (next: AnswerKind) =>
      setLast({ of, kind: next, own: next === "own" && own === "" ? goldSql.join("\n\n") : own }),
    writeAnswer: (text: string) => setLast({ of, kind: "own", own: text }),
  };
}

/** What can be done with the tests of a phase. */
function testActions(
  { edit, dialect, setViewState }: TestsInputs,
  { phase, tests, goldSql }: SubTask,
  { index, chosenAs, go }: ReturnType<typeof useTestLocation>,
) {
  const add = (test: TestScript, as: WrittenAs) => {
    edit([{ kind: "add-test", phase, index: tests.length, test }]);
    go({ index: tests.length, as });
    setViewState({ panel: "tests" });
  };
  return {
    write: (as: WrittenAs) => go({ as }),
    select: (next: number) => go({ index: next }),
    change: (test: TestScript, as: WrittenAs) => {
      edit([{ kind: "change-test", phase, index, test }]);
      // What is typed as Python stays Python on screen, though the form could read it.
      if (chosenAs !== as) go({ as });
    },
    addCheck: (check: TestCheck["kind"]) =>
      add(writeTestForm({ checks: [newCheck(check, goldSql)] }, dialect), "form"),
    addPython: () => add(emptyScript, "python"),
    remove: () => {
      edit([{ kind: "remove-test", phase, index }]);
      go({ index: Math.min(index, Math.max(0, tests.length - 2)) });
    },
    move: (by: 1 | -1) => {
      edit([{ kind: "move-test", phase, from: index, to: index + by }]);
      go({ index: index + by, as: chosenAs });
    },
    toLine: (test: number, line: number) =>
      go({ index: test, as: "python", reveal: rangeOfLine(tests[test], line) }),
  };
}

/** The range of a line of a script (1-based), to put the cursor there. */
function rangeOfLine(script: TestScript = "", line: number): TestLocation["reveal"] {
  const lines = script.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  return { from, to: from + (lines[line - 1] ?? "").length, focus: true };
}
