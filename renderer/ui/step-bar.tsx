import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { memo, type ReactNode, type RefObject } from "react";
import { IconButton } from "./icon-button.tsx";
import type { ListStep } from "./list-steps.ts";
import { PositionField } from "./position-field.tsx";

export interface StepBarProps {
  /** What a line of the list is: "task". */
  noun: string;
  /** What the list is called within a sentence: "the queue". */
  list: string;
  /** From 0; -1 where there is none. */
  index: number;
  count: number;
  onStep(step: ListStep): void;
  onIndex(index: number): void;
  positionField: RefObject<HTMLInputElement | null>;
  /** Further ways through the list, behind the last. */
  children?: ReactNode;
}

/** The ways through a list and the position in it: first, previous, the position as a field, next, last. */
export function StepBar({
  noun,
  list,
  index,
  count,
  onStep,
  onIndex,
  positionField,
  children,
}: StepBarProps) {
  const atStart = index <= 0;
  const atEnd = index < 0 || index >= count - 1;
  return (
    <fieldset className="flex items-center" aria-label={noun[0]?.toUpperCase() + noun.slice(1)}>
      <StepButton to="first" noun={noun} disabled={atStart} onStep={onStep} />
      <StepButton to="previous" noun={noun} disabled={atStart} onStep={onStep} />
      <PositionField ref={positionField} list={list} index={index} count={count} onIndex={onIndex} />
      <StepButton to="next" noun={noun} disabled={atEnd} onStep={onStep} />
      <StepButton to="last" noun={noun} disabled={atEnd} onStep={onStep} />
      {children}
    </fieldset>
  );
}

const steps = {
  first: { icon: ChevronFirst, title: "First", keys: "g g" },
  previous: { icon: ChevronLeft, title: "Previous", keys: "k" },
  next: { icon: ChevronRight, title: "Next", keys: "j" },
  last: { icon: ChevronLast, title: "Last", keys: "shift+g" },
} as const satisfies Record<ListStep, unknown>;

interface StepButtonProps extends Pick<StepBarProps, "noun" | "onStep"> {
  to: ListStep;
  disabled: boolean;
}

/** Drawn anew only at the ends of the list: a step itself must cost nothing here. */
const StepButton = memo(function StepButton({ to, noun, disabled, onStep }: StepButtonProps) {
  const { icon, title, keys } = steps[to];
  return (
    <IconButton
      icon={icon}
      label={`${title} ${noun}`}
      keys={keys}
      disabled={disabled}
      onClick={() => onStep(to)}
    />
  );
});
