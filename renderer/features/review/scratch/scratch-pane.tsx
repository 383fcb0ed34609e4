import { History, Play, Square, X } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { Item } from "#shared/domain/item.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { errorText } from "../../../data/faults.ts";
import { type ScratchState, useScratch, useScratchHistory, useScratchRows } from "../../../data/scratch.ts";
import { gridColumns, plainModel } from "../../../results/grid-models.ts";
import { rowCountText } from "../../../results/result-status.tsx";
import { formattedSql } from "../../../results/shown-sql.ts";
import { errorMarks } from "../../../results/sql-marks.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeInput } from "../../../ui/code-editor/index.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { loadingText } from "../../../ui/loading-text.ts";
import { Menu } from "../../../ui/menu.tsx";
import { CellDialog, type ExpandedCell, ResultGrid } from "../../../ui/result-grid/index.ts";
import { countText, spanText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";

interface ScratchPaneProps {
  projectId: number;
  item: Item;
  dialect: SqlDialect;
  /** The person just opened it: the editor takes the focus. */
  autoFocus: boolean;
  onClose(): void;
}

const paneName = "Scratch query";

/** Whether the focus is in the scratch query, its editor or its result. */
export const isInScratch = (element: Element | null): boolean =>
  element?.closest(`section[aria-label="${paneName}"]`) != null;

/** A query of the person's own on the item's database: read-only, with the same limits as the item's own SQL. */
export function ScratchPane({ projectId, item, dialect, autoFocus, onClose }: ScratchPaneProps) {
  const [sql, setSql] = useState("");
  const { run, start, cancel } = useScratch(projectId);
  const go = () => {
    if (sql.trim() !== "") void start(item.id, sql);
  };
  const pane = useRef<HTMLElement>(null);
  // Escape leads from the editor into the pane, where the key that ran the query still runs it and saves no verdict.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    go();
  };
  // The error is marked only as long as the text is the one that ran.
  const marks = useMemo(
    () => (run !== null && run.sql === sql ? errorMarks(sql, sql, run.summary, dialect) : []),
    [run, sql, dialect],
  );
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={paneName}
      className="focus-frame flex min-h-0 flex-1 flex-col"
      onKeyDown={onKeyDown}
    >
      <div className="flex h-8 shrink-0 items-center gap-1 border-b bg-panel pr-1.5 pl-3">
        <h3 className="mr-2 text-sm font-semibold">Scratch</h3>
        <ScratchSources projectId={projectId} item={item} dialect={dialect} onTake={setSql} />
        <span className="flex-1" />
        {run?.state === "running" ? (
          <Button size="sm" icon={Square} onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button size="sm" icon={Play} keys="mod+Enter" disabled={sql.trim() === ""} onClick={go}>
            Run
          </Button>
        )}
        <IconButton size="sm" icon={X} label="Close scratch query" keys="q" onClick={onClose} />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-2 divide-x">
        <CodeInput
          value={sql}
          marks={marks}
          label="Scratch SQL"
          autoFocus={autoFocus}
          onChange={setSql}
          onRun={go}
          onLeave={() => pane.current?.focus()}
        />
        <ScratchResult run={run} />
      </div>
    </section>
  );
}

interface ScratchSourcesProps extends Pick<ScratchPaneProps, "projectId" | "item" | "dialect"> {
  onTake(sql: string): void;
}

/** SQL to begin with: the item's own, and what was run before. */
function ScratchSources({ projectId, item, dialect, onTake }: ScratchSourcesProps) {
  const { data = [] } = useScratchHistory(projectId, true);
  const take = (sql: string) => onTake(formattedSql(sql, dialect).text);
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => take(item.predictedSql)}>
        From predicted
      </Button>
      <Button size="sm" variant="quiet" onClick={() => take(item.goldSql)}>
        From gold
      </Button>
      <Menu
        trigger={<IconButton size="sm" icon={History} label="Earlier queries" disabled={data.length === 0} />}
        entries={data.slice(0, 50).map(({ sql, dbId, status, rows }) => ({
          title: sql.replace(/\s+/g, " ").slice(0, 120),
          detail: `${dbId} · ${status === "ok" ? countText(rows, "row") : status}`,
          run: () => onTake(sql),
        }))}
      />
    </>
  );
}

function ScratchResult({ run }: { run: ScratchState | null }) {
  const rows = useScratchRows(run);
  const [expanded, setExpanded] = useState<ExpandedCell | null>(null);
  const columns = run?.summary?.columns;
  const identity = run === null ? "" : String(run.startedAt);
  const model = useMemo(
    () =>
      rows === null || columns === undefined
        ? null
        : plainModel(identity, gridColumns(columns, "gold", null), rows),
    [rows, columns, identity],
  );
  if (run === null)
    return (
      <p className="p-3 text-muted">
        Write a query or copy one from predicted or gold, then run it. It reads the item's database and cannot
        change it.
      </p>
    );
  const error = run.summary?.error;
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <output className="flex h-7 shrink-0 items-center gap-2 border-b bg-panel px-3 text-sm">
        {statusText(run)}
      </output>
      {error ? (
        <div className="overflow-auto p-2">
          <InlineError
            title={
              error.kind === "refused" ? "Refused: the scratch query may only read." : "The query failed."
            }
            details={error.message}
          >
            <span className="font-mono text-sm">{error.message}</span>
          </InlineError>
        </div>
      ) : run.state === "failed" ? (
        <InlineError className="m-2" title="The query could not be run.">
          {errorText(run.error)}
        </InlineError>
      ) : (
        <div className="min-h-0 flex-1" data-keys="commands">
          {model !== null && (
            <ResultGrid
              model={model}
              label="scratch result"
              onExpand={setExpanded}
              onCopied={(cells) => notify({ title: `Copied ${countText(cells, "cell")}`, kind: "done" })}
            />
          )}
        </div>
      )}
      <CellDialog expanded={expanded} onClose={() => setExpanded(null)} />
    </div>
  );
}

function statusText(run: ScratchState): string {
  const { state, loading, summary, rows } = run;
  if (loading !== null) return loadingText(loading);
  if (state === "running") return rows > 0 ? `Running, ${countText(rows, "row")} so far` : "Running";
  if (state === "cancelled") return "Cancelled";
  if (state === "failed" || summary === null) return "Failed";
  if (summary.status === "timeout") return `Stopped at the limit after ${spanText(summary.elapsedMs)}`;
  if (summary.status !== "ok") return summary.error?.kind === "refused" ? "Refused" : "Error";
  return `${rowCountText(summary)} · ${spanText(summary.elapsedMs)}`;
}
