import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowUpRight } from "lucide-react";
import { type CSSProperties, useEffect, useRef } from "react";
import type { AlignedTurns } from "#shared/dialogue/align-dialogues.ts";
import { classes } from "../../../ui/classes.ts";
import { OutcomeSigns } from "../outcome-signs.tsx";
import { AlignedCell } from "./aligned-cell.tsx";
import type { AlignedColumn } from "./aligned-column.ts";
import type { AlignedSteps } from "./use-aligned-steps.ts";

interface AlignedTableProps {
  columns: readonly AlignedColumn[];
  rows: readonly AlignedTurns[];
  steps: AlignedSteps;
  onDialogue(dialogueId: number): void;
}

const rowHeight = 64;
const headHeight = 52;

/** How each row looks, and what is said of it. */
const agreements = {
  same: { look: "", words: "all the same" },
  answer: { look: "bg-changed-fill/50", words: "the same action, answered otherwise" },
  action: { look: "bg-removed-fill/50", words: "other actions" },
};

/** The dialogues as columns, their aligned turns as rows; only what is in sight is drawn. */
export function AlignedTable({ columns, rows, steps, onDialogue }: AlignedTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: headHeight,
    scrollMargin: headHeight,
    useFlushSync: false,
  });
  const { row: current } = steps;
  useEffect(() => virtual.scrollToIndex(current, { align: "auto" }), [current, virtual]);
  const template = { gridTemplateColumns: `3.5rem repeat(${columns.length}, minmax(12rem, 1fr))` };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <div ref={scroller} tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      <table
        aria-label="Aligned turns"
        aria-rowcount={rows.length + 1}
        className="relative block w-max min-w-full"
        style={{ height: virtual.getTotalSize() + headHeight }}
      >
        <thead className="sticky top-0 z-10 block">
          <tr className="grid border-b bg-panel" style={{ ...template, height: headHeight }}>
            <th scope="col" className="px-2 py-1.5 text-left text-sm font-normal text-muted">
              row
            </th>
            {columns.map((column) => (
              <ColumnHead key={column.view.dialogueId} column={column} onDialogue={onDialogue} />
            ))}
          </tr>
        </thead>
        <tbody className="block">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <AlignedTableRow
                key={index}
                {...{ columns, row, index, steps }}
                style={{ ...template, height: rowHeight, transform: `translateY(${start}px)` }}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface AlignedTableRowProps extends Pick<AlignedTableProps, "columns" | "steps"> {
  row: AlignedTurns;
  index: number;
  style: CSSProperties;
}

function AlignedTableRow({ columns, row, index, steps, style }: AlignedTableRowProps) {
  const { row: current, divergence } = steps;
  const { look, words } = agreements[row.agreement];
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={index === current ? "true" : undefined}
      data-agreement={row.agreement}
      className={classes(
        "absolute inset-x-0 top-0 grid border-b",
        look,
        index === divergence && "border-t-2 border-t-accent",
      )}
      style={style}
    >
      <th
        scope="row"
        aria-label={`Row ${index + 1}: ${words}${index === divergence ? ", the first divergence" : ""}`}
        className={classes(
          "px-2 py-1.5 text-left text-sm",
          index === current ? "bg-selected font-semibold" : "font-normal text-muted",
        )}
      >
        {index + 1}
        {index === divergence && <span className="block text-accent">parts</span>}
      </th>
      {columns.map(({ view }, at) => (
        <AlignedCell
          key={view.dialogueId}
          turn={row.turns[at] ?? null}
          task={view.task}
          isCurrent={index === current && at === steps.column}
          onChoose={() => steps.setCell(index, at)}
        />
      ))}
    </tr>
  );
}

function ColumnHead({
  column: { view, dialogue, where },
  onDialogue,
}: {
  column: AlignedColumn;
  onDialogue(dialogueId: number): void;
}) {
  return (
    <th scope="col" className="flex min-w-0 flex-col justify-center border-l px-2 text-left font-normal">
      <span className="flex min-w-0 items-center gap-1">
        <OutcomeSigns outcome={dialogue} />
        <button
          type="button"
          onClick={() => onDialogue(view.dialogueId)}
          className="inline-flex min-w-0 items-center gap-0.5 text-accent hover:underline"
        >
          <span className="truncate">{dialogue.system}</span>
          <ArrowUpRight size={13} className="shrink-0" aria-label="open the dialogue" />
        </button>
      </span>
      <span className="flex text-sm text-muted">
        <span className="min-w-0 flex-1 truncate">
          {where} · patience {dialogue.settings.patience}
        </span>
        <span>{dialogue.reward.toFixed(2)}</span>
      </span>
    </th>
  );
}
