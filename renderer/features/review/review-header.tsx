import {
  BookOpen,
  CornerRightDown,
  GraduationCap,
  PanelLeft,
  PanelRight,
  SquareTerminal,
} from "lucide-react";
import { memo, type RefObject } from "react";
import { useProjects } from "../../data/projects.ts";
import { useQueueCounts } from "../../data/queue.ts";
import { useVerdictForm } from "../../data/settings.ts";
import { runCommand } from "../../ui/commands.ts";
import { HeaderContent } from "../../ui/header-content.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { StepBar } from "../../ui/step-bar.tsx";
import { numberText } from "../../ui/time-text.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useReadGuidelines } from "./guidelines/read-guidelines.ts";
import type { ReviewView } from "./review-view.ts";
import { sampleProject } from "./tutorial/tutorial-steps.ts";
import type { ReviewQueue } from "./use-review-queue.ts";

interface ReviewHeaderProps {
  projectId: number;
  queue: ReviewQueue;
  view: ReviewView;
  onView(change: Partial<ReviewView>): void;
  onUnlabelled(step: 1 | -1): void;
  positionField: RefObject<HTMLInputElement | null>;
}

/** Where the reviewer is and how far, in the window's top bar. */
export function ReviewHeader({
  projectId,
  queue,
  view,
  onView,
  onUnlabelled,
  positionField,
}: ReviewHeaderProps) {
  return (
    <HeaderContent>
      <Counts projectId={projectId} />
      <StepBar
        noun="item"
        list="the queue"
        index={queue.index}
        count={queue.ids.length}
        onStep={queue.step}
        onIndex={queue.goToIndex}
        positionField={positionField}
      >
        <UnlabelledButton onUnlabelled={onUnlabelled} />
      </StepBar>
      <PaneButtons projectId={projectId} view={view} onView={onView} />
    </HeaderContent>
  );
}

const UnlabelledButton = memo(function UnlabelledButton({
  onUnlabelled,
}: Pick<ReviewHeaderProps, "onUnlabelled">) {
  return (
    <IconButton
      icon={CornerRightDown}
      label="Next unlabelled item"
      keys="shift+j"
      onClick={() => onUnlabelled(1)}
    />
  );
});

const PaneButtons = memo(function PaneButtons({
  projectId,
  view,
  onView,
}: Pick<ReviewHeaderProps, "projectId" | "view" | "onView">) {
  const { isUnread, read } = useReadGuidelines(projectId);
  const isSample = useProjects().some(({ id, name }) => id === projectId && name === sampleProject);
  const unread = read === 0 ? "Guidelines (not read yet)" : "Guidelines (changed since you read them)";
  return (
    <fieldset className="flex items-center gap-0.5" aria-label="Panes">
      {isSample && (
        <IconButton icon={GraduationCap} label="Tutorial" onClick={() => runCommand("review.tutorial")} />
      )}
      <IconButton
        icon={PanelLeft}
        label="Queue"
        keys="b"
        pressed={view.queue}
        onClick={() => onView({ queue: !view.queue })}
      />
      <span className="relative">
        <IconButton
          icon={BookOpen}
          label={isUnread ? unread : "Guidelines"}
          keys="l"
          pressed={view.guidelines}
          onClick={() => onView({ guidelines: !view.guidelines })}
        />
        {isUnread && (
          <span
            className="pointer-events-none absolute top-1 right-1 size-1.5 rounded-full bg-warning"
            aria-hidden
          />
        )}
      </span>
      <IconButton
        icon={SquareTerminal}
        label="Scratch query"
        keys="q"
        pressed={view.scratch}
        onClick={() => runCommand("view.scratch")}
      />
      <IconButton
        icon={PanelRight}
        label="Schema"
        keys="alt+s"
        pressed={view.schema}
        onClick={() => onView({ schema: !view.schema })}
      />
    </fieldset>
  );
});

const Counts = memo(function Counts({ projectId }: { projectId: number }) {
  const { data: counts } = useQueueCounts(projectId);
  const { labels } = useVerdictForm(projectId);
  if (counts === undefined) return <div className="h-4 w-60" />;
  const { labelled, total, exDiffers, evaluated, byLabel } = counts;
  const parts = [
    ...labels.map(({ id, name }) => `${numberText(byLabel[id] ?? 0)} ${name}`),
    `${numberText(counts.skipped)} skipped`,
    `${numberText(counts.flagged)} flagged`,
  ];
  return (
    <div className="flex min-w-0 items-center gap-3 text-sm text-muted">
      <Tooltip content={parts.join(", ")}>
        <div className="flex items-center gap-2 whitespace-nowrap">
          <Progress label="Items labelled" done={labelled} total={Math.max(1, total)} className="w-24" />
          <span>
            {numberText(labelled)} of {numberText(total)} labelled
          </span>
        </div>
      </Tooltip>
      <Tooltip
        content={`Of ${numberText(evaluated)} evaluated items, those whose EX (sets, as in BIRD) is false`}
      >
        <span className="hidden whitespace-nowrap xl:inline">EX≠ {numberText(exDiffers)}</span>
      </Tooltip>
      <span className="hidden whitespace-nowrap xl:inline">unlabelled {numberText(total - labelled)}</span>
    </div>
  );
});
