import { useMemo, useState } from "react";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { Pane, PaneHandle, Panes } from "../ui/panes.tsx";
import { SkeletonLines } from "../ui/skeleton.tsx";
import { VirtualList } from "../ui/virtual-list.tsx";
import { RunDetail, type RunDetailProps } from "./run-detail.tsx";
import { firstEntry, runEntries } from "./run-entries.ts";
import { RunLine } from "./run-line.tsx";

const rowHeight = 26;

export interface RunLinesProps extends Pick<RunDetailProps, "run" | "onTestLine"> {
  /** Under which the widths are remembered. */
  id: string;
  phases: readonly PhaseResult[];
  isRunning: boolean;
  /** Whether a phase is of the run before. */
  isOld?(phase: PhaseResult): boolean;
}

/** The phases of a run with their statements and tests, and the line that is chosen whole. */
export function RunLines({ id, run, phases, isRunning, isOld, onTestLine }: RunLinesProps) {
  const entries = useMemo(() => runEntries(phases), [phases]);
  /** The key of the chosen line: another run of the task has the same lines. */
  const [choice, setChoice] = useState<string | null>(null);
  const chosen = entries.findIndex(({ key }) => key === choice);
  const selected = chosen >= 0 ? chosen : firstEntry(entries);
  return (
    <Panes id={id}>
      <Pane id="lines" size={380} min={240} label="The lines of the run">
        {entries.length === 0 && isRunning ? (
          <SkeletonLines lines={4} />
        ) : (
          <VirtualList
            label="Lines of the run"
            count={entries.length}
            rowHeight={rowHeight}
            selected={selected}
            onSelect={(index) => setChoice(entries[index]?.key ?? null)}
            renderRow={(index) => {
              const entry = entries[index];
              return entry && <RunLine entry={entry} isOld={isOld?.(entry.phase) ?? false} />;
            }}
          />
        )}
      </Pane>
      <PaneHandle label="Width of the lines of the run" />
      <Pane id="detail" min={260} label="The result">
        <RunDetail run={run} entry={entries[selected]} onTestLine={onTestLine} />
      </Pane>
    </Panes>
  );
}
