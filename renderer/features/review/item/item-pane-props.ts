import type { Project } from "#shared/domain/project.ts";
import type { ReviewView } from "../review-view.ts";
import type { ReviewQueue } from "../use-review-queue.ts";

/** What the screen gives to the pane of the item, and the pane to its parts. */
export interface ItemPaneProps {
  project: Project;
  itemId: number;
  queue: ReviewQueue;
  view: ReviewView;
  onView(change: Partial<ReviewView>): void;
  goUnlabelled(step: 1 | -1): void;
  focusSearch(): void;
  focusPosition(): void;
  onFilters(): void;
  onOpenData(): void;
}
