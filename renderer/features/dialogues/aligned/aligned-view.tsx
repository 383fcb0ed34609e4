import { useMemo } from "react";
import type { StoredRun } from "#shared/contract/dialogues.ts";
import { alignDialogues } from "#shared/dialogue/align-dialogues.ts";
import { useDialogues } from "../../../data/dialogues.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import type { AlignedColumn } from "./aligned-column.ts";
import { AlignedRowWhole } from "./aligned-row-whole.tsx";
import { AlignedTable } from "./aligned-table.tsx";
import { AlignedTools } from "./aligned-tools.tsx";
import { useAlignedSteps } from "./use-aligned-steps.ts";

interface AlignedViewProps {
  projectId: number;
  /** The dialogues that stand side by side. */
  ids: readonly number[];
  /** All runs of the project. */
  runs: readonly StoredRun[];
  onDialogue(dialogueId: number): void;
}

/** Up to eight dialogues about one task, aligned by what their systems did, with the row in which they part. */
export function AlignedView({ projectId, ids, runs, onDialogue }: AlignedViewProps) {
  const { views, missing, error } = useDialogues(projectId, ids);
  if (error)
    return (
      <InlineError className="m-3" title="The dialogues could not be read." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (missing > 0) return <SkeletonLines lines={10} />;
  const columns = views.flatMap((view): AlignedColumn[] => {
    const { dialogue, runId } = view;
    const number = runs.find((run) => run.runId === runId)?.number ?? 0;
    // One that waits for a person has not come to its end.
    if (dialogue === null || dialogue.end === null) return [];
    const where = `run ${number} · trial ${dialogue.trial + 1}`;
    return [{ view, dialogue: { ...dialogue, end: dialogue.end }, where }];
  });
  if (columns.length < 2)
    return (
      <EmptyState title="There is no dialogue to compare this one with">
        This run has no other dialogue about the task. Mark dialogues of other runs with X, or play more
        systems or trials.
      </EmptyState>
    );
  return <Columns key={ids.join(" ")} columns={columns} onDialogue={onDialogue} />;
}

function Columns({
  columns,
  onDialogue,
}: { columns: AlignedColumn[] } & Pick<AlignedViewProps, "onDialogue">) {
  const turnLists = columns.map(({ dialogue }) => dialogue.turns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are those of the stored dialogues, which stay.
  const rows = useMemo(() => alignDialogues(turnLists), turnLists);
  const steps = useAlignedSteps(rows, columns, onDialogue);
  const row = rows[steps.row];
  return (
    <section
      aria-label={`${columns.length} dialogues about ${columns[0]?.dialogue.instanceId} side by side`}
      className="flex min-h-0 flex-1 flex-col"
    >
      <AlignedTools rows={rows} steps={steps} />
      <Panes id="dialogues.aligned" direction="vertical">
        <Pane id="rows" min={140} label="The aligned turns">
          <AlignedTable columns={columns} rows={rows} steps={steps} onDialogue={onDialogue} />
        </Pane>
        <PaneHandle label="Height of the row" />
        <Pane id="row" size="34%" min={90} label="The chosen row">
          {row !== undefined && <AlignedRowWhole columns={columns} row={row} />}
        </Pane>
      </Panes>
    </section>
  );
}
