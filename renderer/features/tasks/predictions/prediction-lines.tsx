import { useCallback, useSyncExternalStore } from "react";
import type { PredictionLine } from "#shared/contract/task-runs.ts";
import type { PagedRows } from "../../../data/paged-rows.ts";
import { classes } from "../../../ui/classes.ts";
import { SkeletonRow } from "../../../ui/skeleton.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { VerdictIcon } from "../list/task-line.tsx";

interface PredictionLinesProps {
  rows: PagedRows<PredictionLine>;
  selected: number;
  onSelect(index: number): void;
  /** Opens the task of a line. */
  onTask(taskId: number): void;
}

/** What each prediction gave: task, phase, both verdicts, and why it did not pass. */
export function PredictionLinesPane({ rows, selected, onSelect, onTask }: PredictionLinesProps) {
  useSyncExternalStore(rows.subscribe, rows.version);
  const onRange = useCallback((first: number, last: number) => rows.want(first, last + 1), [rows]);
  return (
    <>
      <div aria-hidden className="flex h-6 shrink-0 items-center gap-3 border-b px-3 text-sm text-muted">
        <span className="w-56 shrink-0">Task and phase</span>
        <span className="w-16 shrink-0">as shipped</span>
        <span className="w-10 shrink-0">fixed</span>
        <span>Reason</span>
      </div>
      <VirtualList
        label="Results of the predictions"
        count={rows.total}
        rowHeight={28}
        selected={selected}
        onSelect={onSelect}
        onRange={onRange}
        onOpen={(index) => {
          const taskId = rows.at(index)?.taskId ?? null;
          if (taskId !== null) onTask(taskId);
        }}
        renderRow={(index) => <Line line={rows.at(index)} />}
      />
    </>
  );
}

function Line({ line }: { line: PredictionLine | undefined }) {
  if (line === undefined) return <SkeletonRow lines={1} />;
  const { instanceId, taskId, phase, passed, passedFixed, reason } = line;
  return (
    <div className="flex h-full items-center gap-3 border-b px-3">
      <span className="w-56 shrink-0 truncate">
        {instanceId} <span className="text-muted">· phase {phase}</span>
      </span>
      <span className="w-16 shrink-0">
        <VerdictIcon passed={passed} />
      </span>
      <span
        className={classes("flex w-10 shrink-0 items-center gap-1", passed !== passedFixed && "font-medium")}
      >
        <VerdictIcon passed={passedFixed} />
        {passed !== passedFixed && <span className="font-mono text-warning">≠</span>}
      </span>
      <span className="min-w-0 flex-1 truncate text-muted">
        {taskId === null ? "This project has no task with this id." : (reason ?? "")}
      </span>
    </div>
  );
}
