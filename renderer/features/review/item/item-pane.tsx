import { memo, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { useDatabaseSchema } from "../../../data/databases.ts";
import { errorText } from "../../../data/faults.ts";
import { useItem } from "../../../data/queue.ts";
import { useItemRun, useItemRuns } from "../../../data/results.ts";
import { useSession } from "../../../data/session.ts";
import { useVerdictDesk } from "../../../data/verdicts.ts";
import { classes } from "../../../ui/classes.ts";
import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { DifferenceBar } from "../results/difference-bar.tsx";
import { ResultPair } from "../results/result-pair.tsx";
import { useDifferenceSteps } from "../results/use-difference-steps.ts";
import { useGridModels } from "../results/use-grid-models.ts";
import type { ReviewView } from "../review-view.ts";
import { SchemaPane } from "../schema/schema-pane.tsx";
import { ScratchPane } from "../scratch/scratch-pane.tsx";
import { SqlPair } from "../sql/sql-pair.tsx";
import { useReviewCommands } from "../use-review-commands.ts";
import type { ReviewQueue } from "../use-review-queue.ts";
import { useVerdictActions } from "../verdict/use-verdict-actions.ts";
import { VerdictBar } from "../verdict/verdict-bar.tsx";
import { ItemHeader } from "./item-header.tsx";
import { useItemHandles } from "./use-item-handles.ts";

export interface ItemPaneProps {
  project: Project;
  itemId: number;
  queue: ReviewQueue;
  view: ReviewView;
  onView(change: Partial<ReviewView>): void;
  goUnlabelled(step: 1 | -1): void;
  focusSearch(): void;
  focusPlace(): void;
  onFilters(): void;
  onOpenData(): void;
}

/** The item on screen: what was asked, both SQL texts, both results, what differs, and the verdict. */
export const ItemPane = memo(function ItemPane(props: ItemPaneProps) {
  const { project, itemId, queue, view, onView, onOpenData } = props;
  const answer = useItem(itemId);
  useOpenedVerdict(answer.data);
  const run = useItemRun(itemId);
  const runs = useItemRuns();
  const models = useGridModels(run, view);
  const { reveal, goToDifference } = useDifferenceSteps(itemId, models.aligned);
  const [node, setNode] = useState<{ node: string } | null>(null);
  const region = useRef<HTMLElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const { actions, refusedItem } = useVerdictActions(project.id, queue, noteField);
  const { handles, popover, onPopover, scratchOpened } = useItemHandles({
    ...props,
    region,
    noteField,
    goToDifference,
    item: answer.data?.item,
  });
  useReviewCommands({ queue, actions, view, onView, handles });
  const item = answer.data?.item;
  const schema = useDatabaseSchema(project.id, item?.dbId ?? "", item !== undefined);
  const { timeLimitMs } = useSession();
  const onNode = useCallback(
    (id: string) => {
      onView({ schema: true });
      setNode({ node: id });
    },
    [onView],
  );
  const onCancel = useCallback(() => runs.cancel(itemId), [runs, itemId]);
  const onRerun = useCallback((timeMs?: number) => void runs.rerun(itemId, timeMs), [runs, itemId]);
  const leaveField = useCallback(() => region.current?.focus(), []);

  if (answer.error && item === undefined)
    return (
      <InlineError className="m-3" title="The item could not be read.">
        {errorText(answer.error)}
      </InlineError>
    );
  if (item === undefined) return null;
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={`Item ${item.index + 1}`}
      aria-busy={item.id !== itemId}
      className={classes("flex min-h-0 flex-1 flex-col outline-none", item.id !== itemId && "opacity-60")}
    >
      <ItemHeader
        item={item}
        schemaOpen={view.schema}
        onView={onView}
        detailsOpen={popover === "details"}
        onPopover={onPopover}
      />
      <Panes id="review.item">
        <Pane id="work" min={420}>
          <Panes id="review.work" direction="vertical">
            <Pane id="sql" size="38%" min={80}>
              <ErrorBoundary area="The SQL">
                <SqlPair
                  item={item}
                  run={run}
                  schema={schema.data}
                  view={view}
                  onView={onView}
                  onNode={onNode}
                />
              </ErrorBoundary>
            </Pane>
            <PaneHandle label="Height of the SQL" />
            <Pane id="results" min={100}>
              <ErrorBoundary area="The results">
                <ResultPair
                  run={run}
                  models={models}
                  reveal={reveal}
                  timeLimitMs={timeLimitMs}
                  onCancel={onCancel}
                  onRerun={onRerun}
                  lookedFor={filesLookedFor(project.databasesDir, item.dbId)}
                  onOpenData={onOpenData}
                />
              </ErrorBoundary>
            </Pane>
            {view.scratch && <PaneHandle label="Height of the scratch query" />}
            {view.scratch && (
              <Pane id="scratch" size="36%" min={120}>
                <ErrorBoundary area="The scratch query">
                  <ScratchPane
                    projectId={project.id}
                    item={item}
                    autoFocus={scratchOpened}
                    onClose={() => onView({ scratch: false })}
                    onLeave={leaveField}
                  />
                </ErrorBoundary>
              </Pane>
            )}
          </Panes>
          <DifferenceBar run={run} view={view} onView={onView} onDifference={goToDifference} />
          <VerdictBar
            itemId={item.id}
            actions={actions}
            refusedItem={refusedItem}
            noteField={noteField}
            onLeaveNote={leaveField}
            popover={popover}
            onPopover={onPopover}
          />
        </Pane>
        {view.schema && <PaneHandle label="Width of the schema" />}
        {view.schema && (
          <Pane id="schema" size={300} min={200} max="45%">
            <ErrorBoundary area="The schema">
              <SchemaPane projectId={project.id} dbId={item.dbId} reveal={node} onOpenData={onOpenData} />
            </ErrorBoundary>
          </Pane>
        )}
      </Panes>
    </section>
  );
});

function filesLookedFor(folder: string, dbId: string): string {
  return `Looked in ${folder} for ${dbId}.sqlite and ${dbId}/${dbId}.sqlite, with .db as well. Put the file there, or choose another folder.`;
}

/** Puts the verdict on the desk before the bar is drawn. */
function useOpenedVerdict(data: ReturnType<typeof useItem>["data"]): void {
  const desk = useVerdictDesk();
  useLayoutEffect(() => {
    if (data !== undefined) desk.open(data.verdict, data.draft);
  }, [desk, data]);
}
