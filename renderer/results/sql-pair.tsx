import { Diff, Text, WrapText } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import type { TextRange } from "#shared/domain/finding.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { SqlQuote } from "#shared/domain/sql-quote.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { quoteOf, rangeOfQuote } from "#shared/sql/quote.ts";
import type { PairEvaluation } from "../data/pair-evaluation.ts";
import { type CodeMark, CodeViewer, type Reveal } from "../ui/code-editor/index.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import type { ComparisonView } from "./comparison-view.ts";
import { formattedSql, type ShownSql } from "./shown-sql.ts";
import { differenceMarks, errorMarks, schemaLinks } from "./sql-marks.ts";

export interface SqlPairProps {
  item: { predictedSql: string; goldSql: string };
  /** Whose SQL stands beside the gold. */
  title?: "Predicted" | "Submitted";
  /** Whether each text opens at its first difference. */
  opensAtDifference?: boolean;
  /** How the SQL is read. */
  dialect: SqlDialect;
  run: PairEvaluation | undefined;
  schema: DatabaseSchema | undefined;
  view: ComparisonView;
  onView(change: Partial<ComparisonView>): void;
  /** A name in the SQL was followed to this node of the schema tree. */
  onNode(nodeId: string): void;
  /** The person selected a stretch of either SQL; null: none any more. */
  onQuote?: ((quote: SqlQuote | null) => void) | undefined;
  /** A stretch to bring into view; a new object asks again. */
  shownQuote?: SqlQuote | null | undefined;
}

/** Predicted and gold SQL side by side, what differs marked, names leading to the schema. */
export const SqlPair = memo(function SqlPair(props: SqlPairProps) {
  const { item, title = "Predicted", dialect, run, schema, view, onView, onNode } = props;
  const { opensAtDifference = false, onQuote, shownQuote = null } = props;
  const predicted = useShown(item.predictedSql, dialect, view.formatted);
  const gold = useShown(item.goldSql, dialect, view.formatted);
  const marks = useMemo(
    () => (view.marks ? differenceMarks(predicted.text, gold.text, dialect) : { predicted: [], gold: [] }),
    [view.marks, predicted.text, gold.text, dialect],
  );
  const reveal = useMemo(
    () => (opensAtDifference ? { predicted: atFirst(marks.predicted), gold: atFirst(marks.gold) } : null),
    [marks, opensAtDifference],
  );
  const quoting = { dialect, onQuote, shownQuote };
  const predictedQuote = useQuoting("predicted", predicted.text, quoting, reveal?.predicted);
  const goldQuote = useQuoting("gold", gold.text, quoting, reveal?.gold);
  const { predictedSql, goldSql } = item;
  const predictedMarks = useMarks(marks.predicted, predictedSql, predicted.text, run?.predicted, dialect);
  const goldMarks = useMarks(marks.gold, goldSql, gold.text, run?.gold, dialect);
  const predictedLinks = useLinks(predicted.text, schema, dialect);
  const goldLinks = useLinks(gold.text, schema, dialect);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-2 divide-x">
      <SqlSide title={title} sql={item.predictedSql} shown={predicted} copyKeys="c">
        <CodeViewer
          value={predicted.text}
          marks={predictedMarks}
          links={predictedLinks}
          wrap={view.wrap}
          label={`${title.toLowerCase()} SQL`}
          {...predictedQuote}
          onLink={onNode}
        />
      </SqlSide>
      <SqlSide
        title="Gold"
        sql={item.goldSql}
        shown={gold}
        copyKeys="shift+c"
        tools={<SqlTools view={view} onView={onView} />}
      >
        <CodeViewer
          value={gold.text}
          marks={goldMarks}
          links={goldLinks}
          wrap={view.wrap}
          label="gold SQL"
          {...goldQuote}
          onLink={onNode}
        />
      </SqlSide>
    </div>
  );
});

/** What differs, and what is wrong in the SQL as it is shown. */
function useMarks(
  marks: readonly CodeMark[],
  sql: string,
  shown: string,
  side: PairEvaluation["gold"] | undefined,
  dialect: SqlDialect,
): CodeMark[] {
  const summary = side?.summary ?? null;
  return useMemo(
    () => [...marks, ...errorMarks(sql, shown, summary, dialect)],
    [marks, sql, shown, summary, dialect],
  );
}

interface Quoting extends Pick<SqlPairProps, "dialect" | "onQuote"> {
  shownQuote: SqlQuote | null;
}

/** How a side hands out what is selected in it, and shows a stretch that is asked for. */
function useQuoting(
  document: "predicted" | "gold",
  text: string,
  { dialect, onQuote, shownQuote }: Quoting,
  // What is shown where no stretch is asked for.
  reveal: Reveal | null | undefined,
) {
  const onSelection = useMemo(
    () =>
      onQuote &&
      ((range: TextRange) => onQuote(range.from < range.to ? quoteOf(document, text, range, dialect) : null)),
    [document, text, dialect, onQuote],
  );
  const quoted = useMemo(() => {
    const range = shownQuote?.document === document ? rangeOfQuote(shownQuote, text, dialect) : null;
    return range && { ...range, focus: false };
  }, [shownQuote, document, text, dialect]);
  return { onSelection, reveal: quoted ?? reveal };
}

function atFirst([first]: readonly CodeMark[]): Reveal | null {
  return first === undefined ? null : { from: first.from, to: first.from, focus: false };
}

interface SqlSideProps {
  title: string;
  sql: string;
  shown: ShownSql;
  copyKeys: string;
  tools?: ReactNode;
  children: ReactNode;
}

function SqlSide({ title, sql, shown, copyKeys, tools, children }: SqlSideProps) {
  return (
    <section aria-label={`${title} SQL`} className="flex min-h-0 min-w-0 flex-col">
      <div className="flex h-7 shrink-0 items-center gap-1 border-b bg-panel pr-1.5 pl-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        {shown.remark !== null && (
          <Tooltip content={shown.remark}>
            <span className="truncate pl-1 text-sm text-faint">as written</span>
          </Tooltip>
        )}
        <span className="flex-1" />
        {tools}
        <CopyButton text={sql} label={`Copy ${title.toLowerCase()} SQL as written`} keys={copyKeys} />
      </div>
      <div className="min-h-0 flex-1">{children}</div>
    </section>
  );
}

const SqlTools = memo(function SqlTools({ view, onView }: Pick<SqlPairProps, "view" | "onView">) {
  return (
    <>
      <IconButton
        size="sm"
        icon={Text}
        label="Format SQL"
        keys="v"
        pressed={view.formatted}
        onClick={() => onView({ formatted: !view.formatted })}
      />
      <IconButton
        size="sm"
        icon={WrapText}
        label="Wrap long lines"
        keys="w"
        pressed={view.wrap}
        onClick={() => onView({ wrap: !view.wrap })}
      />
      <IconButton
        size="sm"
        icon={Diff}
        label="Mark differences"
        keys="m"
        pressed={view.marks}
        onClick={() => onView({ marks: !view.marks })}
      />
    </>
  );
});

function useShown(sql: string, dialect: SqlDialect, formatted: boolean): ShownSql {
  return useMemo(
    () => (formatted ? formattedSql(sql, dialect) : { text: sql, remark: null }),
    [sql, dialect, formatted],
  );
}

const noLinks: ReturnType<typeof schemaLinks> = [];

function useLinks(sql: string, schema: DatabaseSchema | undefined, dialect: SqlDialect) {
  return useMemo(
    () => (schema === undefined ? noLinks : schemaLinks(sql, schema, dialect)),
    [sql, schema, dialect],
  );
}
