import type { Project } from "#shared/domain/project.ts";
import { AskedNotice } from "./asked-notice.tsx";
import { MyWork } from "./my-work/my-work.tsx";
import type { OwnWork } from "./my-work/use-own-work.ts";
import { QualificationBanner } from "./qualification-banner.tsx";
import { Tutorial } from "./tutorial/tutorial.tsx";
import { sampleProject } from "./tutorial/tutorial-steps.ts";
import type { ReviewQueue } from "./use-review-queue.ts";

/** What the reviewer is told above the queue and the item. */
export function ReviewNotices({
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
