import { useState } from "react";
import type { StatementPreview } from "#shared/domain/task-run.ts";
import type { TestRun } from "../../../../data/task-tests.ts";
import { statementText, stepTitles } from "../../../../results/run-words.ts";
import { StatementResultView } from "../../../../results/statement-result.tsx";
import { countText, spanText } from "../../../../ui/time-text.ts";
import { VirtualList } from "../../../../ui/virtual-list.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { testOutcome } from "./test-outcomes.ts";

interface Ran {
  title: string;
  statement: StatementPreview;
}

const rowHeight = 24;

/** Every statement that ran for the test that is looked at: the answer, and what the script asked the database. */
export function TestsSql() {
  const { run, part, taskId, index, script } = useTaskEditor(({ tests }) => tests);
  const [choice, setChoice] = useState<{ run: number; at: number } | null>(null);
  if (run === null) return <p className="p-3 text-muted">Nothing has run yet.</p>;
  const own = script === undefined ? null : index;
  const outcome = testOutcome(run, { taskId, phase: part.phase, index: own, script });
  const { statements, more } =
    outcome === null || outcome === "running" ? { statements: [], more: 0 } : outcome;
  const ran = [
    ...beforeTests(run),
    ...statements.map((statement) => ({
      title: own === null ? "Default test" : `Test ${own + 1}`,
      statement,
    })),
  ];
  const selected = choice?.run === run.startedAt && choice.at < ran.length ? choice.at : ran.length - 1;
  const shown = ran[selected];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        className="flex max-h-1/2 flex-col border-b"
        style={{ height: Math.max(1, ran.length) * rowHeight }}
      >
        <VirtualList
          label="Statements that ran"
          count={ran.length}
          rowHeight={rowHeight}
          selected={selected}
          onSelect={(at) => setChoice({ run: run.startedAt, at })}
          renderRow={(at) => <RanLine ran={ran[at]} />}
        />
      </div>
      {more > 0 && (
        <p className="px-3 py-1 text-sm text-muted">and {countText(more, "more statement")} of this test</p>
      )}
      {shown !== undefined && (
        <StatementResultView
          title={shown.title}
          statement={shown.statement}
          identity={`${run.startedAt} ${index} ${selected}`}
        />
      )}
    </div>
  );
}

function beforeTests({ answer }: TestRun): Ran[] {
  return (answer?.steps ?? []).flatMap(({ step, statements }) =>
    statements.map((statement) => ({ title: stepTitles[step], statement })),
  );
}

function RanLine({ ran }: { ran: Ran | undefined }) {
  if (ran === undefined) return null;
  const { title, statement } = ran;
  return (
    <div className="flex h-full items-center gap-2 px-3 text-sm">
      <span className="shrink-0">{title}</span>
      <code className="min-w-0 flex-1 truncate text-muted">{statement.sql.replaceAll(/\s+/g, " ")}</code>
      <span className={`shrink-0 ${statement.status === "ok" ? "text-muted" : "text-error"}`}>
        {statementText(statement)}
      </span>
      <span className="shrink-0 text-faint">{spanText(statement.elapsedMs)}</span>
    </div>
  );
}
