import { FileDown, ListChecks } from "lucide-react";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { useProjects } from "../../data/projects.ts";
import { useFlushVerdictsOnLeave } from "../../data/verdicts.ts";
import { useViewStateParts } from "../../data/view-state.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pane, PaneHandle, Panes } from "../../ui/panes.tsx";
import { focusSearchOf } from "../../ui/search-field.tsx";
import { AskedNotice } from "./asked-notice.tsx";
import { GuidelinesPane } from "./guidelines/guidelines-pane.tsx";
import { ItemPane } from "./item/item-pane.tsx";
import { MyWork } from "./my-work/my-work.tsx";
import { NothingTaken } from "./my-work/nothing-taken.tsx";
import { type OwnWork, useOwnWork } from "./my-work/use-own-work.ts";
import { QualificationBanner } from "./qualification-banner.tsx";
import { QueuePane } from "./queue/queue-pane.tsx";
import { ReviewHeader } from "./review-header.tsx";
import { type ReviewView, reviewViewState } from "./review-view.ts";
import { Tutorial } from "./tutorial/tutorial.tsx";
import { sampleProject } from "./tutorial/tutorial-steps.ts";
import { useNextUnlabelled } from "./use-next-unlabelled.ts";
import { usePreparedItems } from "./use-prepared-items.ts";
import { type ReviewQueue, useReviewQueue } from "./use-review-queue.ts";

export interface ReviewScreenProps {
  project: Project;
  /** The item that the address names, or null. */
  itemId: number | null;
  onItem(itemId: number): void;
  onOpenData(): void;
  onImport(): void;
  onOpenProject(projectId: number): void;
}

/** The review station: the queue, the item with both SQL texts and results, and the verdict. */
export function ReviewScreen({ project, itemId: asked, onItem, onOpenData, ...more }: ReviewScreenProps) {
  const [view, onView] = useViewStateParts(reviewViewState);
  const queue = useReviewQueue(project.id, asked, onItem);
  const { next: nextUnlabelled, go: goUnlabelled } = useNextUnlabelled(project.id, queue);
  const { filtersOpen, setFiltersOpen, toggleFilters } = useFilters();
  const { searchField, positionField, focusSearch, focusPosition } = useFields(onView);
  const work = useOwnWork(project.id, queue);
  const openData = useSteady(onOpenData);
  useFlushVerdictsOnLeave();
  const { ids, index, itemId } = queue;
  usePreparedItems(
    itemId,
    [ids[index + 1] ?? null, nextUnlabelled, ids[index - 1] ?? null],
    dialectOf(project.reviewEngine),
  );
  if (project.itemCount === 0) return <EmptyProject {...more} />;
  return (
    <>
      <ReviewHeader
        projectId={project.id}
        queue={queue}
        view={view}
        onView={onView}
        onUnlabelled={goUnlabelled}
        positionField={positionField}
      />
      <ReviewNotices project={project} queue={queue} work={work} />
      {work?.isEmpty ? (
        <NothingTaken projectId={project.id} work={work} />
      ) : (
        <Panes id="review.main">
          {view.queue && (
            <Pane id="queue" label="The queue" size={264} min={180} max="45%">
              <QueuePane
                {...{ projectId: project.id, queue, searchField, filtersOpen }}
                onFiltersOpen={setFiltersOpen}
              />
            </Pane>
          )}
          {view.queue && <PaneHandle label="Width of the queue" />}
          {view.guidelines && (
            <Pane id="guidelines" label="The guidelines" size={320} min={220} max="45%">
              <GuidelinesPane key={project.id} projectId={project.id} onView={onView} />
            </Pane>
          )}
          {view.guidelines && <PaneHandle label="Width of the guidelines" />}
          <Pane id="item" min={480}>
            {itemId !== null && (
              <ItemPane
                {...{ project, itemId, queue, view, onView, goUnlabelled, focusSearch, focusPosition }}
                onFilters={toggleFilters}
                onOpenData={openData}
              />
            )}
          </Pane>
        </Panes>
      )}
    </>
  );
}

/** Whether the filters are open, and how they are opened and closed. */
function useFilters() {
  const [filtersOpen, setFiltersOpen] = useState(false);
  const toggleFilters = useCallback(() => setFiltersOpen((open) => !open), []);
  return { filtersOpen, setFiltersOpen, toggleFilters };
}

/** The fields that commands lead to. */
function useFields(onView: (change: Partial<ReviewView>) => void) {
  const searchField = useRef<HTMLInputElement>(null);
  const positionField = useRef<HTMLInputElement>(null);
  const focusSearch = useCallback(() => focusSearchOf(searchField, () => onView({ queue: true })), [onView]);
  const focusPosition = useCallback(() => positionField.current?.focus(), []);
  return { searchField, positionField, focusSearch, focusPosition };
}

function EmptyProject({ onImport, onOpenProject }: Pick<ReviewScreenProps, "onImport" | "onOpenProject">) {
  const sample = useProjects().find(({ name }) => name === sampleProject);
  return (
    <EmptyState
      icon={ListChecks}
      title="This project has no items yet"
      actions={
        <>
          <Button variant="primary" icon={FileDown} keys="mod+o" onClick={onImport}>
            Import predictions…
          </Button>
          {sample === undefined ? null : (
            <Button onClick={() => onOpenProject(sample.id)}>Open the sample: {sample.name}</Button>
          )}
        </>
      }
    >
      Import a file of predictions to review them one by one.
    </EmptyState>
  );
}

/** The same function for good, calling the latest: the shell hands over another one whenever the address changes. */
function useSteady(act: () => void): () => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback(() => latest.current(), []);
}

/** What the reviewer is told above the queue and the item. */
function ReviewNotices({
  project,
  queue,
  work,
}: {
  project: Project;
  queue: ReviewQueue;
  work: OwnWork | null;
}) {
  return (
    <>
      {work === null || !work.isBegun ? null : <MyWork work={work} itemId={queue.itemId} />}
      <QualificationBanner projectId={project.id} queue={queue} />
      <AskedNotice projectId={project.id} queue={queue} />
      {project.name === sampleProject && <Tutorial projectId={project.id} queue={queue} />}
    </>
  );
}
