import type { Item } from "#shared/domain/item.ts";
import type { Project } from "#shared/domain/project.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { useDatabaseSchema } from "../../../../data/databases.ts";
import { DifferenceBar } from "../../../../results/difference-bar.tsx";
import { ResultPair } from "../../../../results/result-pair.tsx";
import { SqlPair } from "../../../../results/sql-pair.tsx";
import { ErrorBoundary } from "../../../../ui/error-boundary.tsx";
import { Pane, PaneHandle, Panes } from "../../../../ui/panes.tsx";
import { useComparison } from "./use-comparison.ts";

interface ItemComparisonProps {
  project: Project;
  itemId: number;
  item: Item;
  onOpenData(): void;
}

/** Both SQL texts, both results and what differs, as the reviewers had them. */
export function ItemComparison({ project, itemId, item, onOpenData }: ItemComparisonProps) {
  const { view, onView, run, models, reveal, ...does } = useComparison(project, itemId, item);
  const schema = useDatabaseSchema(project.id, item.dbId);
  return (
    <>
      <Panes id="quality.work" direction="vertical">
        <Pane id="sql" size="45%" min={70} label="Both SQL texts">
          <ErrorBoundary area="The SQL">
            <SqlPair
              {...{ item, run, view, onView }}
              dialect={dialectOf(project.reviewEngine)}
              schema={schema.data}
              onNode={nothing}
            />
          </ErrorBoundary>
        </Pane>
        <PaneHandle label="Height of the SQL" />
        <Pane id="results" min={80} label="Both results">
          <ErrorBoundary area="The results">
            <ResultPair
              {...{ run, models, reveal, onOpenData }}
              timeLimitMs={does.timeLimitMs}
              onCancel={does.onCancel}
              onRerun={does.onRerun}
            />
          </ErrorBoundary>
        </Pane>
      </Panes>
      <DifferenceBar run={run} view={view} onView={onView} onDifference={does.goToDifference} />
    </>
  );
}

const nothing = (): void => undefined;
