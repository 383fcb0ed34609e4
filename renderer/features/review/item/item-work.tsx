import { useCallback } from "react";
import type { Item } from "#shared/domain/item.ts";
import type { Project } from "#shared/domain/project.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { useDatabaseSchema } from "../../../data/databases.ts";
import type { ItemEvaluation } from "../../../data/item-evaluations.ts";
import { useItemEvaluations } from "../../../data/item-evaluations.ts";
import { usePersonSettings } from "../../../data/settings.ts";
import { ResultPair } from "../../../results/result-pair.tsx";
import { SqlPair, type SqlPairProps } from "../../../results/sql-pair.tsx";
import type { useDifferenceSteps } from "../../../results/use-difference-steps.ts";
import type { GridModels } from "../../../results/use-grid-models.ts";
import { ErrorBoundary } from "../../../ui/error-boundary.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { ScratchPane } from "../scratch/scratch-pane.tsx";
import type { ItemPaneProps } from "./item-pane-props.ts";

interface ItemWorkProps extends Pick<ItemPaneProps, "project" | "itemId" | "view" | "onView" | "onOpenData"> {
  item: Item;
  run: ItemEvaluation | undefined;
  models: GridModels;
  steps: ReturnType<typeof useDifferenceSteps>;
  /** A name in the SQL was followed to this node of the schema tree. */
  onNode(nodeId: string): void;
  /** The person opened the scratch query themselves, so that it takes the focus. */
  scratchOpened: boolean;
  /** What of the SQL a comment will be about, and which stretch of a comment is to be shown. */
  quoting: Pick<SqlPairProps, "onQuote" | "shownQuote">;
}

/** Both SQL texts above both results, and the scratch query below them. */
export function ItemWork(props: ItemWorkProps) {
  const { project, item, itemId, view, onView, run, models, steps, onNode, onOpenData } = props;
  const runs = useItemEvaluations();
  const schema = useDatabaseSchema(project.id, item.dbId);
  const { "run.timeLimitMs": timeLimitMs } = usePersonSettings();
  const onCancel = useCallback(() => runs.cancel(itemId), [runs, itemId]);
  const onRerun = useCallback((timeMs?: number) => void runs.evaluate(itemId, timeMs), [runs, itemId]);
  return (
    <Panes id="review.work" direction="vertical">
      <Pane id="sql" size="38%" min={80}>
        <ErrorBoundary area="The SQL">
          <SqlPair
            item={item}
            dialect={dialectOf(project.reviewEngine)}
            run={run}
            schema={schema.data}
            view={view}
            onView={onView}
            onNode={onNode}
            {...props.quoting}
          />
        </ErrorBoundary>
      </Pane>
      <PaneHandle label="Height of the SQL" />
      <Pane id="results" min={100}>
        <ErrorBoundary area="The results">
          <ResultPair
            run={run}
            models={models}
            reveal={steps.reveal}
            timeLimitMs={timeLimitMs}
            onCancel={onCancel}
            onRerun={onRerun}
            lookedFor={filesLookedFor(project, item.dbId)}
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
              dialect={dialectOf(project.reviewEngine)}
              autoFocus={props.scratchOpened}
              onClose={() => onView({ scratch: false })}
            />
          </ErrorBoundary>
        </Pane>
      )}
    </Panes>
  );
}

function filesLookedFor({ databasesDir: folder, reviewEngine }: Project, dbId: string): string {
  const files =
    dialectOf(reviewEngine) === "sqlite"
      ? `${dbId}.sqlite and ${dbId}/${dbId}.sqlite, with .db as well`
      : `${dbId}.sql and ${dbId}/*.sql`;
  return `Looked in ${folder} for ${files}. Put the file there, or choose another folder.`;
}
