import { type ReactNode, useMemo, useState } from "react";
import { withAim } from "#shared/certificate/aimed-rows/aim-words.ts";
import type { AimedRows } from "#shared/domain/certificate.ts";
import { notifyCopied } from "../../../../../results/notify-copied.ts";
import { CopyButton } from "../../../../../ui/copy-button.tsx";
import { CellDialog, type ExpandedCell, ResultGrid, rowsModel } from "../../../../../ui/result-grid/index.ts";
import { countText } from "../../../../../ui/time-text.ts";

interface AimedRowsProps {
  rows: AimedRows;
  identity: string;
  /** What can be done with them. */
  children: ReactNode;
}

/** The rows that tell a mutant from the gold: the statements that insert them, and what only one side returns then. */
export function AimedRowsView({ rows, identity, children }: AimedRowsProps) {
  const { aim, sql, gold, mutant } = rows;
  const isOrder = gold.length + mutant.length === 0;
  return (
    <section aria-label="Rows that tell them apart" className="flex flex-col gap-1.5">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1">
          They return different rows {withAim(aim)}. Inserted on a private copy by{" "}
          {countText(sql.length, "statement")}:
        </p>
        <CopyButton text={sql.join(";\n")} label="Copy the statements" />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        tabIndex={0}
        className="max-h-32 overflow-auto rounded-md border bg-canvas px-2 py-1 text-sm whitespace-pre-wrap select-text"
      >
        {sql.join(";\n")}
      </pre>
      {isOrder ? (
        <p className="text-muted">Both return the same rows then, in another order.</p>
      ) : (
        <div className="grid gap-2 @min-[640px]:grid-cols-2">
          <OneSide title="Only the gold returns" {...{ rows: gold, columns: rows.columns, identity }} />
          <OneSide title="Only the mutant returns" {...{ rows: mutant, columns: rows.columns, identity }} />
        </div>
      )}
      {children}
    </section>
  );
}

interface OneSideProps {
  title: string;
  rows: AimedRows["gold"];
  columns: AimedRows["columns"];
  identity: string;
}

const rowHeight = 22;
const headHeight = 44;
const mostRows = 6;

function OneSide({ title, rows, columns, identity }: OneSideProps) {
  const [expanded, setExpanded] = useState<ExpandedCell | null>(null);
  const model = useMemo(
    () => rowsModel(`${identity} ${title}`, columns, rows),
    [identity, title, columns, rows],
  );
  return (
    <figure aria-label={title} className="min-w-0 overflow-hidden rounded-md border">
      <figcaption className="border-b bg-panel px-2 py-0.5 text-sm font-medium">{title}</figcaption>
      {rows.length === 0 ? (
        <p className="px-2 py-1.5 text-sm text-muted">No row.</p>
      ) : (
        <div
          style={{ height: Math.min(rows.length, mostRows) * rowHeight + headHeight }}
          data-keys="commands"
        >
          <ResultGrid model={model} label={title} onExpand={setExpanded} onCopied={notifyCopied} />
        </div>
      )}
      <CellDialog expanded={expanded} onClose={() => setExpanded(null)} />
    </figure>
  );
}
