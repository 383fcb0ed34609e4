import { useMemo } from "react";
import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import { BarTable } from "../../../ui/bar-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { actionWords, settingsText } from "../dialogue-words.ts";
import { ComparisonsTable } from "./comparisons-table.tsx";
import { PatiencePlot } from "./patience-plot.tsx";
import { runFigures, type SystemColumn } from "./run-figures.ts";
import { SystemsTable } from "./systems-table.tsx";
import { TasksTable } from "./tasks-table.tsx";

interface FiguresViewProps {
  run: StoredRun;
  heads: readonly DialogueHead[];
  /** All runs of the project, the newest first. */
  runs: readonly StoredRun[];
  projectId: number;
  onDialogue(dialogueId: number): void;
}

/** What a run has come to: its systems with intervals, tasks × systems, systems in pairs, and what they did. */
export function FiguresView({ run, heads, runs, projectId, onDialogue }: FiguresViewProps) {
  const { columns, rows, comparisons } = useMemo(() => runFigures(run, heads), [run, heads]);
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
        <Section title="Systems">
          <SystemsTable columns={columns} />
        </Section>
        {comparisons.length > 0 && (
          <Section title="Systems in pairs">
            <ComparisonsTable comparisons={comparisons} />
          </Section>
        )}
        <Section title="Tasks × systems">
          <TasksTable columns={columns} rows={rows} onDialogue={onDialogue} />
        </Section>
        <Section title="Success by patience">
          <PatiencePlot projectId={projectId} run={run} runs={runs} />
        </Section>
        <Section title="Actions">
          <div className="max-w-190">
            <BarTable
              label="How often each system took each action"
              columns={barColumns}
              groups={columns.map(groupOf)}
            />
          </div>
        </Section>
      </div>
    </section>
  );
}

const barColumns = [
  { title: "Action", definition: "What a system did in a turn, by system" },
  { title: "Times", definition: "In all judged dialogues of the run" },
  { title: "per dialogue", definition: "The mean over judged dialogues" },
];

function groupOf({ system, actions, figures }: SystemColumn) {
  const judged = figures.dialogues - figures.infrastructure - figures.notJudged;
  return {
    title: system,
    definition: "",
    rows: [...actions]
      .sort(([, one], [, other]) => other - one)
      .map(([kind, count]) => ({
        key: `${system} ${kind}`,
        title: actionWords[kind as keyof typeof actionWords] ?? kind,
        ...{ definition: "", count, onOpen: null },
        cells: [judged === 0 ? "–" : (count / judged).toFixed(1)],
      })),
  };
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
