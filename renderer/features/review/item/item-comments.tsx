import type { CommentTopic } from "#shared/domain/comment.ts";
import type { Item } from "#shared/domain/item.ts";
import type { SqlQuote } from "#shared/domain/sql-quote.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { rangeOfQuote } from "#shared/sql/quote.ts";
import { useNewTopic } from "../../../data/comment-drafts.ts";
import { ThreadsPane } from "../../../results/comments/threads-pane.tsx";
import { Button } from "../../../ui/button.tsx";

interface ItemCommentsProps {
  item: Item;
  dialect: SqlDialect;
  /** What is selected in the SQL; null: nothing. */
  quote: SqlQuote | null;
  showQuote(quote: SqlQuote): void;
}

/** The threads on an item: on the whole, or on what is selected in its SQL. */
export function ItemComments({ item, dialect, quote, showQuote }: ItemCommentsProps) {
  const subject = { itemId: item.id };
  const [topic, setTopic] = useNewTopic(subject);
  const showTopic = (shown: NonNullable<CommentTopic>): (() => void) | null => {
    if (shown.kind !== "sql") return null;
    const sql = shown.quote.document === "gold" ? item.goldSql : item.predictedSql;
    return rangeOfQuote(shown.quote, sql, dialect) === null ? null : () => showQuote({ ...shown.quote });
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex shrink-0 flex-wrap items-center gap-1.5 px-3 pt-1.5 text-sm text-muted">
        <span>About</span>
        <Button size="sm" variant="quiet" pressed={topic === null} onClick={() => setTopic(null)}>
          the item
        </Button>
        <Button
          size="sm"
          variant="quiet"
          disabled={quote === null}
          pressed={topic !== null}
          title={quote === null ? "Select a part of the predicted or gold SQL first." : undefined}
          onClick={() => quote !== null && setTopic({ kind: "sql", quote })}
        >
          the selected SQL
        </Button>
      </div>
      <ThreadsPane subject={subject} showTopic={showTopic} />
    </div>
  );
}
