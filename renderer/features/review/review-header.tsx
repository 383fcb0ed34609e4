import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  CornerRightDown,
  PanelLeft,
  PanelRight,
  SquareTerminal,
} from "lucide-react";
import { memo, type RefObject } from "react";
import { useQueueCounts } from "../../data/queue.ts";
import { runCommand } from "../../ui/commands.ts";
import { HeaderContent } from "../../ui/header-slot.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PlaceField } from "../../ui/place-field.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { countText } from "./results/run-text.ts";
import type { ReviewView } from "./review-view.ts";
import type { ReviewQueue } from "./use-review-queue.ts";

interface ReviewHeaderProps {
  projectId: number;
  queue: ReviewQueue;
  view: ReviewView;
  onView(change: Partial<ReviewView>): void;
  onUnlabelled(step: 1 | -1): void;
  placeField: RefObject<HTMLInputElement | null>;
}

/** Where the reviewer is and how far, in the window's top bar. */
export function ReviewHeader({
  projectId,
  queue,
  view,
  onView,
  onUnlabelled,
  placeField,
}: ReviewHeaderProps) {
  const { index, ids, step } = queue;
  return (
    <HeaderContent>
      <Counts projectId={projectId} />
      <fieldset className="flex items-center" aria-label="Item">
        <BackButtons disabled={index <= 0} step={step} />
        <PlaceField
          ref={placeField}
          list="the queue"
          index={index}
          count={ids.length}
          onIndex={queue.goToIndex}
        />
        <ForwardButtons
          disabled={index < 0 || index >= ids.length - 1}
          step={step}
          onUnlabelled={onUnlabelled}
        />
      </fieldset>
      <PaneButtons view={view} onView={onView} />
    </HeaderContent>
  );
}

interface StepButtonsProps {
  disabled: boolean;
  step: ReviewQueue["step"];
}

const BackButtons = memo(function BackButtons({ disabled, step }: StepButtonsProps) {
  return (
    <>
      <IconButton
        icon={ChevronFirst}
        label="First item"
        keys="g g"
        disabled={disabled}
        onClick={() => step("first")}
      />
      <IconButton
        icon={ChevronLeft}
        label="Previous item"
        keys="k"
        disabled={disabled}
        onClick={() => step("previous")}
      />
    </>
  );
});

const ForwardButtons = memo(function ForwardButtons({
  disabled,
  step,
  onUnlabelled,
}: StepButtonsProps & Pick<ReviewHeaderProps, "onUnlabelled">) {
  return (
    <>
      <IconButton
        icon={ChevronRight}
        label="Next item"
        keys="j"
        disabled={disabled}
        onClick={() => step("next")}
      />
      <IconButton
        icon={ChevronLast}
        label="Last item"
        keys="shift+g"
        disabled={disabled}
        onClick={() => step("last")}
      />
      <IconButton
        icon={CornerRightDown}
        label="Next unlabelled item"
        keys="shift+j"
        onClick={() => onUnlabelled(1)}
      />
    </>
  );
});

const PaneButtons = memo(function PaneButtons({ view, onView }: Pick<ReviewHeaderProps, "view" | "onView">) {
  return (
    <fieldset className="flex items-center gap-0.5" aria-label="Panes">
      <IconButton
        icon={PanelLeft}
        label="Queue"
        keys="b"
        pressed={view.queue}
        onClick={() => onView({ queue: !view.queue })}
      />
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
  if (counts === undefined) return <div className="h-4 w-60" />;
  const { labelled, total, exDiffers, evaluated } = counts;
  return (
    <div className="flex min-w-0 items-center gap-3 text-sm text-muted">
      <Tooltip
        content={`${countText(counts.yes)} yes, ${countText(counts.no)} no, ${countText(counts.skipped)} skipped, ${countText(counts.flagged)} flagged`}
      >
        <div className="flex items-center gap-2 whitespace-nowrap">
          <Progress label="Items labelled" done={labelled} total={total} className="w-24" />
          <span>
            {countText(labelled)} of {countText(total)} labelled
          </span>
        </div>
      </Tooltip>
      <Tooltip
        content={`Of ${countText(evaluated)} evaluated items, those whose EX (sets, as in BIRD) is false`}
      >
        <span className="hidden whitespace-nowrap xl:inline">EX≠ {countText(exDiffers)}</span>
      </Tooltip>
      <span className="hidden whitespace-nowrap xl:inline">unlabelled {countText(total - labelled)}</span>
    </div>
  );
});
