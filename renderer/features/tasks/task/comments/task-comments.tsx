import { useState } from "react";
import type { CommentTopic } from "#shared/domain/comment.ts";
import type { TextRange } from "#shared/domain/finding.ts";
import { quoteOf, rangeOfQuote } from "#shared/sql/quote.ts";
import { focusNewComment } from "../../../../results/threads/comment-field.tsx";
import { ThreadsPane } from "../../../../results/threads/threads-pane.tsx";
import { Button } from "../../../../ui/button.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { useJumpTarget } from "../store/use-jump-target.ts";

function focusField(pane: HTMLElement, focus: boolean): void {
  if (focus) focusNewComment(pane);
}

/** The threads on the task: on the whole, on the finding in front, or on the part of the gold at the cursor. */
export function TaskComments() {
  const { taskId, documents, findings, active, gold, taken, dialect, go, toFinding } = useTaskEditor(
    (state) => ({
      ...{ taskId: state.taskId, documents: state.documents, findings: state.findings, gold: state.gold },
      ...{ taken: state.part.range, dialect: state.dialect, go: state.go, toFinding: state.jumps.toFinding },
      active: state.location.finding,
    }),
  );
  const [topic, setTopic] = useState<CommentTopic>(null);
  const finding = findings.find(({ key }) => key === active)?.finding ?? null;
  const aboutSql = (range: TextRange): void => {
    const quote = quoteOf(gold.id, gold.text, range, dialect);
    if (quote !== null) setTopic({ kind: "sql", quote });
  };
  const showTopic = (shown: NonNullable<CommentTopic>): (() => void) | null => {
    if (shown.kind === "finding") {
      const { rule, message } = shown;
      const there = findings.find((one) => one.finding.rule === rule && one.finding.message === message);
      return there === undefined ? null : () => toFinding(there);
    }
    const { quote } = shown;
    const document = documents.find(({ id }) => id === quote.document);
    const range = document === undefined ? null : rangeOfQuote(quote, document.text, dialect);
    return range === null ? null : () => go({ document: quote.document, reveal: { ...range, focus: false } });
  };
  return (
    <div
      ref={useJumpTarget<HTMLDivElement>("panel comments", focusField)}
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <div className="flex shrink-0 items-center gap-1.5 px-3 pt-1.5 text-sm text-muted">
        <span>Comment on</span>
        <Button size="sm" variant="quiet" pressed={topic === null} onClick={() => setTopic(null)}>
          the task
        </Button>
        <Button
          size="sm"
          variant="quiet"
          disabled={taken === null}
          pressed={topic?.kind === "sql"}
          title={taken === null ? "Put the cursor into the gold first." : undefined}
          onClick={() => taken !== null && aboutSql(taken)}
        >
          the part of the gold at the cursor
        </Button>
        <Button
          size="sm"
          variant="quiet"
          disabled={finding === null}
          pressed={topic?.kind === "finding"}
          title={finding === null ? "Choose a finding first." : undefined}
          onClick={() =>
            finding !== null && setTopic({ kind: "finding", rule: finding.rule, message: finding.message })
          }
        >
          the finding in front
        </Button>
      </div>
      <ThreadsPane
        subject={{ taskId }}
        topic={topic}
        onNoTopic={() => setTopic(null)}
        showTopic={showTopic}
      />
    </div>
  );
}
