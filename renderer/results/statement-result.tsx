import { CodeXml } from "lucide-react";
import { useMemo, useState } from "react";
import type { StatementPreview } from "#shared/domain/task-run.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { InlineError } from "../ui/inline-error.tsx";
import { Popover } from "../ui/popover.tsx";
import { CellDialog, type ExpandedCell, ResultGrid, rowsModel } from "../ui/result-grid/index.ts";
import { numberText, spanText } from "../ui/time-text.ts";
import { notifyCopied } from "./notify-copied.ts";
import { errorTitle, statementText } from "./run-words.ts";

export interface StatementResultViewProps {
  /** Whose result it is: "Answer", "Gold"; also names the grid. */
  title: string;
  statement: StatementPreview;
  /** Names this result, so that the grid starts at its top. */
  identity: string;
}

/** What one statement gave: its rows, its error at its position, its notices. */
export function StatementResultView({ title, statement, identity }: StatementResultViewProps) {
  const { columns, rows, rowCount, notices, error, elapsedMs, command, status } = statement;
  const [expanded, setExpanded] = useState<ExpandedCell | null>(null);
  const model = useMemo(
    () => (columns.length === 0 ? null : rowsModel(identity, columns, rows)),
    [identity, columns, rows],
  );
  return (
    <section aria-label={`${title} result`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-7 shrink-0 items-center gap-2 border-b bg-panel px-3 text-sm whitespace-nowrap">
        <span className="font-semibold">{title}</span>
        <span className="font-mono">{command}</span>
        <span>{statementText(statement)}</span>
        <span className="text-muted">{spanText(elapsedMs)}</span>
        {rows.length < rowCount && (
          <span className="min-w-0 truncate text-muted">the first {numberText(rows.length)} are shown</span>
        )}
        <RanSql title={title} sql={statement.sql} />
      </div>
      {error !== null && <StatementError statement={statement} />}
      {status === "timeout" && error === null && (
        <p className="p-3 text-warning">The statement was stopped at the time limit.</p>
      )}
      {notices.length > 0 && (
        <pre
          title="Messages of the database"
          className="max-h-24 shrink-0 overflow-auto border-b px-3 py-1 text-sm whitespace-pre-wrap text-muted select-text"
        >
          {notices.join("\n")}
        </pre>
      )}
      {model !== null && error === null && (
        <div className="min-h-0 flex-1" data-keys="commands">
          <ResultGrid
            model={model}
            label={`${title} result`}
            onExpand={setExpanded}
            onCopied={notifyCopied}
          />
        </div>
      )}
      <CellDialog expanded={expanded} onClose={() => setExpanded(null)} />
    </section>
  );
}

/** The SQL as it ran, which an evaluator may have rewritten: without ROUND, DISTINCT, comments. */
function RanSql({ title, sql }: { title: string; sql: string }) {
  return (
    <Popover
      label={`${title}: the SQL that ran`}
      align="end"
      className="max-w-160"
      trigger={
        <IconButton size="sm" icon={CodeXml} label={`${title}: the SQL that ran`} className="ml-auto" />
      }
    >
      <div className="flex items-start gap-2">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
        <pre tabIndex={0} className="min-w-0 flex-1 text-sm whitespace-pre-wrap select-text">
          {sql}
        </pre>
        <CopyButton text={sql} label="Copy the SQL" />
      </div>
    </Popover>
  );
}

const around = 60;

/** The engine's words, and the SQL around the position that they name. */
function StatementError({ statement: { sql, error } }: { statement: StatementPreview }) {
  if (error === null) return null;
  const { message, kind, offset } = error;
  const title = errorTitle(kind);
  return (
    <div className="overflow-auto p-2">
      <InlineError title={title} details={`${message}\n\n${sql}`}>
        <span className="font-mono text-sm whitespace-pre-wrap">{message}</span>
        {offset !== null && <ErrorPlace sql={sql} offset={offset} />}
      </InlineError>
    </div>
  );
}

/** Where in the SQL the error is: the word there, with some of the text around it. */
function ErrorPlace({ sql, offset }: { sql: string; offset: number }) {
  const [word = ""] = /^(?:\w+|\S)/.exec(sql.slice(offset)) ?? [];
  const from = Math.max(0, offset - around);
  const to = offset + word.length + around;
  return (
    <pre className="mt-1 text-sm whitespace-pre-wrap">
      {from > 0 && "…"}
      {sql.slice(from, offset)}
      <span className="code-mark-error">{word}</span>
      {sql.slice(offset + word.length, to)}
      {to < sql.length && "…"}
    </pre>
  );
}
