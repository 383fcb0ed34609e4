import { Unplug } from "lucide-react";
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Item } from "#shared/domain/item.ts";
import type { SqlQuote } from "#shared/domain/sql-quote.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { useConnectionState } from "../../../data/client.ts";
import { errorText } from "../../../data/faults.ts";
import { useItemEvaluation, useItemEvaluations } from "../../../data/item-evaluations.ts";
import { useItem } from "../../../data/queue.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { useVerdictDrafts } from "../../../data/verdicts.ts";
import { useOpensThreads } from "../../../results/comments/asked-threads.ts";
import { DifferenceBar } from "../../../results/difference-bar.tsx";
import { useDifferenceSteps } from "../../../results/use-difference-steps.ts";
import { useGridModels } from "../../../results/use-grid-models.ts";
import { focusRubricField, isInRubric } from "../../../results/verdict/rubric-fields.tsx";
import { classes } from "../../../ui/classes.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { takesText } from "../../../ui/key-dispatch.ts";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { CorrectedSql } from "../corrected/corrected-sql.tsx";
import { SchemaPane } from "../schema/schema-pane.tsx";
import { isInScratch } from "../scratch/scratch-pane.tsx";
import { useReviewCommands } from "../use-review-commands.ts";
import { useVerdictActions } from "../verdict/use-verdict-actions.ts";
import { VerdictBar, type VerdictBarProps } from "../verdict/verdict-bar.tsx";
import { ItemComments } from "./item-comments.tsx";
import { ItemHeader } from "./item-header.tsx";
import type { ItemPaneProps } from "./item-pane-props.ts";
import { ItemWork } from "./item-work.tsx";
import { useItemHandles } from "./use-item-handles.ts";

/** What is known of the item on screen, and what can be done with it. */
function useReviewedItem(props: ItemPaneProps) {
  const { project, itemId, queue, view, onView } = props;
  const answer = useItem(itemId);
  useOpenedVerdict(answer.data);
  // While it is on its way keys are meant for it; where nothing comes, nobody judges what they have not seen.
  const isOutOfReach = useConnectionState() !== "connected" && answer.data?.item.id !== itemId;
  const run = useItemEvaluation(project, itemId);
  const runs = useItemEvaluations();
  const onGone = useCallback(() => void runs.evaluate(itemId), [runs, itemId]);
  const models = useGridModels(run, view, onGone);
  const steps = useDifferenceSteps(itemId, models.aligned);
  const region = useRef<HTMLElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const leaveField = useCallback(() => {
    const { activeElement } = document;
    if (takesText(activeElement) || isInScratch(activeElement) || isInRubric(activeElement))
      region.current?.focus();
  }, []);
  const focusRubric = useCallback((id: string) => focusRubricField(region.current, id), []);
  const form = useVerdictForm(project.id);
  const judged = isOutOfReach ? { ...queue, itemId: null } : queue;
  const { actions, refusedItem } = useVerdictActions(project.id, form, judged, {
    ...{ noteField, focusRubric, leaveField },
  });
  const { handles, ...open } = useItemHandles({
    ...props,
    region,
    noteField,
    focusRubric,
    goToDifference: steps.goToDifference,
    item: answer.data?.item,
  });
  useReviewCommands({ queue, actions, form, view, onView, handles });
  const verdict = { form, itemId, actions, refusedItem, noteField, onLeaveNote: leaveField };
  return { answer, isOutOfReach, run, models, steps, region, verdict, ...open };
}

/** The item on screen: what was asked, both SQL texts, both results, what differs, and the verdict. */
export const ItemPane = memo(function ItemPane(props: ItemPaneProps) {
  const { project, itemId, view, onView, onOpenData } = props;
  const { answer, isOutOfReach, run, models, steps, region, verdict, popover, onPopover, opened } =
    useReviewedItem(props);
  const { node, onNode } = useSchemaNode(onView);
  const { quote, showQuote, quoting } = useQuotes(itemId, view.comments);
  const dialect = dialectOf(project.reviewEngine);
  useOpensThreads({ itemId }, () => onView({ comments: true }));
  const item = answer.data?.item;
  if (isOutOfReach || item === undefined) return <NoItem {...{ isOutOfReach }} error={answer.error} />;
  const work = { project, item, itemId, view, onView, onOpenData, onNode, run, models, steps, quoting };
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={`Item ${item.index + 1}`}
      aria-busy={item.id !== itemId}
      className={classes("flex min-h-0 flex-1 flex-col outline-none", item.id !== itemId && "opacity-60")}
    >
      <ItemHeader
        {...{ itemId, item, form: verdict.form, popover, onPopover, onView, onItem: props.queue.open }}
        schemaOpen={view.schema}
        commentsOpen={view.comments}
      />
      <Panes id="review.item">
        <Pane id="work" min={420}>
          <RoomForWork hasScratch={view.scratch}>
            <ItemWork {...work} scratchOpened={opened.scratch} />
          </RoomForWork>
          <DifferenceBar run={run} view={view} onView={onView} onDifference={steps.goToDifference} />
          <ItemVerdict
            {...{ ...verdict, project, item, view, onView, popover, onPopover }}
            correctedOpened={opened.corrected}
          />
        </Pane>
        {view.comments && <PaneHandle label="Width of the comments" />}
        {view.comments && (
          <Pane id="comments" size={320} min={240} max="45%">
            <ErrorBoundary area="The comments">
              <ItemComments key={item.id} {...{ item, dialect, quote, showQuote }} />
            </ErrorBoundary>
          </Pane>
        )}
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

function NoItem({ isOutOfReach, error }: { isOutOfReach: boolean; error: unknown }) {
  if (isOutOfReach)
    return (
      <EmptyState icon={Unplug} title="This item is not here yet">
        The back end does not answer. The item comes as soon as it is back; what you judged before is kept in
        this window and saved then.
      </EmptyState>
    );
  if (!error) return null;
  return (
    <InlineError className="m-3" title="The item could not be read.">
      {errorText(error)}
    </InlineError>
  );
}

/** What is above the verdict: in a low window it scrolls, where its parts would lie over one another, and the verdict stays in sight. */
function RoomForWork({ hasScratch, children }: { hasScratch: boolean; children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className={classes("flex h-full flex-col", hasScratch ? "min-h-80" : "min-h-40")}>{children}</div>
    </div>
  );
}

/** What of the item's SQL a comment will be about, and which stretch is shown. */
function useQuotes(itemId: number, isOn: boolean) {
  const [selected, setSelected] = useState<{ itemId: number; quote: SqlQuote | null } | null>(null);
  const [shownQuote, showQuote] = useState<SqlQuote | null>(null);
  const onQuote = useCallback((quote: SqlQuote | null) => setSelected({ itemId, quote }), [itemId]);
  const quote = selected?.itemId === itemId ? selected.quote : null;
  return { quote, showQuote, quoting: isOn ? { onQuote, shownQuote } : noQuoting };
}

const noQuoting = {};

/** The schema node that a name in the SQL led to; following one opens the schema. */
function useSchemaNode(onView: ItemPaneProps["onView"]) {
  const [node, setNode] = useState<{ node: string } | null>(null);
  const onNode = useCallback(
    (id: string) => {
      onView({ schema: true });
      setNode({ node: id });
    },
    [onView],
  );
  return { node, onNode };
}

/** Takes the verdict in before the bar is drawn. */
function useOpenedVerdict(data: ReturnType<typeof useItem>["data"]): void {
  const drafts = useVerdictDrafts();
  useLayoutEffect(() => {
    if (data !== undefined) drafts.of(data.item.id).open(data.verdict, data.draft);
  }, [drafts, data]);
}

interface ItemVerdictProps
  extends Omit<VerdictBarProps, "view">,
    Pick<ItemPaneProps, "project" | "view" | "onView"> {
  item: Item;
  /** The person opened the corrected SQL themselves, so that it takes the focus. */
  correctedOpened: boolean;
}

/** What the reviewer says of the item: the verdict, and below it how they would write the SQL. */
function ItemVerdict({ project, item, view, onView, correctedOpened, ...bar }: ItemVerdictProps) {
  return (
    <>
      <VerdictBar {...bar} view={view} />
      {view.corrected && (
        <CorrectedSql
          itemId={bar.itemId}
          item={item}
          dialect={dialectOf(project.reviewEngine)}
          autoFocus={correctedOpened}
          onSave={bar.actions.saveAndNext}
          onLeave={bar.onLeaveNote}
          onClose={() => onView({ corrected: false })}
        />
      )}
    </>
  );
}
