import type { CommentTopic } from "#shared/domain/comment.ts";
import type { TextRange } from "#shared/domain/finding.ts";
import { quoteOf, rangeOfQuote } from "#shared/sql/quote.ts";
import { useNewTopic } from "../../../../data/comment-drafts.ts";
import { focusNewComment } from "../../../../results/comments/comment-field.tsx";
import { ThreadsPane } from "../../../../results/comments/threads-pane.tsx";
import { Button } from "../../../../ui/button.tsx";
import { goldId, statementAt, type TaskDocument } from "../documents/task-documents.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import type { Own } from "../store/task-editor-state.ts";
import { useJumpTarget } from "../store/use-jump-target.ts";

function focusField(pane: HTMLElement, focus: boolean): void {
  if (focus) focusNewComment(pane);
}

/** The threads on the task: on the whole, on the finding in front, or on the SQL at the cursor. */
export function TaskComments() {
  const { taskId, documents, findings, active, shown, taken, selected, dialect, go, toFinding } =
    useTaskEditor((state) => ({
      ...{ taskId: state.taskId, documents: state.documents, findings: state.findings, shown: state.shown },
      ...{ dialect: state.dialect, go: state.go, toFinding: state.jumps.toFinding },
      ...{ active: state.location.finding, selected: state.selected, taken: state.part.range },
    }));
  const range = shown.id === goldId(1) ? taken : rangeAt(shown, selected);
  const [topic, setTopic] = useNewTopic({ taskId });
  const finding = findings.find(({ key }) => key === active)?.finding ?? null;
  const aboutSql = (range: TextRange): void => {
    const quote = quoteOf(shown.id, shown.text, range, dialect);
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
      <TopicChoice
        topic={topic}
        onTask={() => setTopic(null)}
        onSql={range && (() => aboutSql(range))}
        onFinding={
          finding && (() => setTopic({ kind: "finding", rule: finding.rule, message: finding.message }))
        }
      />
      <ThreadsPane subject={{ taskId }} showTopic={showTopic} />
    </div>
  );
}

/** What is selected in a document, or the statement at its cursor; null where nobody was there, or it is no SQL. */
function rangeAt(shown: TaskDocument, selected: Own["selected"]): TextRange | null {
  if (selected?.document !== shown.id || selected.text !== shown.text || shown.language !== "sql")
    return null;
  const { range } = selected;
  const { from, to } = range.from < range.to ? range : statementAt(shown, range.from);
  return from < to ? { from, to } : null;
}

interface TopicChoiceProps {
  topic: CommentTopic;
  onTask(): void;
  /** Null where there is none to speak of. */
  onSql: (() => void) | null;
  onFinding: (() => void) | null;
}

/** What a new comment will be about. */
function TopicChoice({ topic, onTask, onSql, onFinding }: TopicChoiceProps) {
  const choice = (title: string, isChosen: boolean, choose: (() => void) | null, first: string) => (
    <Button
      size="sm"
      variant="quiet"
      disabled={choose === null}
      pressed={isChosen}
      title={choose === null ? first : undefined}
      onClick={() => choose?.()}
    >
      {title}
    </Button>
  );
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 px-3 pt-1.5 text-sm text-muted">
      <span>About</span>
      {choice("the task", topic === null, onTask, "")}
      {choice("the SQL at the cursor", topic?.kind === "sql", onSql, "Put the cursor into the SQL first.")}
      {choice("the finding in front", topic?.kind === "finding", onFinding, "Choose a finding first.")}
    </div>
  );
}
