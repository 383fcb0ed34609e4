import { useMemo } from "react";
import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import { useAmbiguityTypes } from "../../../data/dialogues.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { settingsText } from "../dialogue-words.ts";
import { ComparisonsTable } from "./comparisons-table.tsx";
import { FigureSection } from "./figure-section.tsx";
import { PlotSections } from "./plot-sections.tsx";
import { runFigures } from "./run-figures.ts";
import { SystemsTable } from "./systems-table.tsx";
import { TasksTable } from "./tasks-table.tsx";

const noTypes: never[] = [];

/** What the name of a file begins with. */
const fileStem = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");

interface FiguresViewProps {
  run: StoredRun;
  heads: readonly DialogueHead[];
  /** All runs of the project, the newest first. */
  runs: readonly StoredRun[];
  projectId: number;
  projectName: string;
  onDialogue(dialogueId: number): void;
  /** Shows dialogues about one task side by side. */
  onCompare(heads: readonly DialogueHead[]): void;
}

/** What a run has come to: its systems with intervals, tasks × systems, systems in pairs, and what they did. */
export function FiguresView({
  run,
  heads,
  runs,
  projectId,
  projectName,
  onDialogue,
  onCompare,
}: FiguresViewProps) {
  const { data: types = noTypes } = useAmbiguityTypes(projectId, run.runId);
  const { columns, rows, comparisons } = useMemo(() => runFigures(run, heads, types), [run, heads, types]);
  if (columns.length === 0)
    return (
      <EmptyState title="There are no figures yet">
        They appear as soon as the first dialogue of this run has been played.
      </EmptyState>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <section aria-label="Figures of the run" tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      <div className="flex flex-col gap-8 p-4 select-text">
        <p className="text-muted">
          Run {run.number} · {settingsText(run.plan.settings, run.plan.sweep)} · simulator {run.simulator} ·
          seed {run.plan.seed}
          {run.done < run.total && (
            <span className="text-warning">
              {" "}
              · {numberText(run.done)} of {numberText(run.total)} dialogues have been played: the figures
              cover only these.
            </span>
          )}
        </p>
        <FigureSection title="Systems">
          <SystemsTable columns={columns} />
        </FigureSection>
        {comparisons.length > 0 && (
          <FigureSection title="Systems in pairs">
            <ComparisonsTable comparisons={comparisons} />
          </FigureSection>
        )}
        <FigureSection title="Tasks × systems">
          <TasksTable columns={columns} rows={rows} onDialogue={onDialogue} onCompare={onCompare} />
        </FigureSection>
        <PlotSections
          {...{ projectId, run, runs, columns }}
          filePrefix={`${fileStem(projectName)}-run-${run.number}`}
        />
      </div>
    </section>
  );
}
