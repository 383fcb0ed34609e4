import { type ReactNode, useMemo } from "react";
import type { StoredRun } from "#shared/contract/dialogues.ts";
import { useHeadsOfRuns } from "../../../data/dialogues.ts";
import type { PlotSpec } from "../../../ui/plot/index.ts";
import { FigurePlot } from "./figure-plot.tsx";
import { FigureSection } from "./figure-section.tsx";
import type { SystemColumn } from "./run-figures.ts";
import {
  actionsPlot,
  hasSeveralCategories,
  patiencePlot,
  runsByPatience,
  trialsPlot,
  typePlot,
} from "./run-plots.ts";

interface PlotSectionsProps {
  projectId: number;
  /** What the names of its files begin with. */
  filePrefix: string;
  run: StoredRun;
  runs: readonly StoredRun[];
  columns: readonly SystemColumn[];
}

/** Success by patience and by ambiguity type, Pass@k and Pass^k, and the mix of actions, as plots. */
export function PlotSections({ projectId, filePrefix, run, runs, columns }: PlotSectionsProps) {
  const compared = runsByPatience(run, runs);
  const heads = useHeadsOfRuns(
    projectId,
    compared.map(({ runId }) => runId),
  );
  const patience = patiencePlot(compared, heads);
  const { types, trials, actions } = useMemo(
    () => ({ types: typePlot(columns), trials: trialsPlot(columns), actions: actionsPlot(columns) }),
    [columns],
  );
  return (
    <>
      <PlotSection spec={useSame(patience)} isShown={hasSeveralCategories(patience)} filePrefix={filePrefix}>
        Play the same systems with other patiences, such as 0, 3, 5, 7, to see how success depends on the
        turns that a user grants.
      </PlotSection>
      <PlotSection spec={types} isShown={types.points.length > 0} filePrefix={filePrefix}>
        No judged dialogue is about a task with ambiguities.
      </PlotSection>
      <PlotSection spec={trials} isShown={hasSeveralCategories(trials)} filePrefix={filePrefix}>
        Play several trials of each task to see how steadily the systems solve it.
      </PlotSection>
      <PlotSection spec={actions} isShown={actions.points.length > 0} filePrefix={filePrefix}>
        No judged dialogue has a turn.
      </PlotSection>
    </>
  );
}

interface PlotSectionProps {
  spec: PlotSpec;
  isShown: boolean;
  filePrefix: string;
  /** Why there is nothing to plot. */
  children: ReactNode;
}

function PlotSection({ spec, isShown, filePrefix, children }: PlotSectionProps) {
  return (
    <FigureSection title={spec.title}>
      {isShown ? (
        <FigurePlot spec={spec} filePrefix={filePrefix} />
      ) : (
        <p className="text-muted">{children}</p>
      )}
    </FigureSection>
  );
}

/** The same object for as long as it says the same, so that nothing is drawn anew. */
function useSame(spec: PlotSpec): PlotSpec {
  const face = JSON.stringify(spec);
  return useMemo(() => JSON.parse(face) as PlotSpec, [face]);
}
