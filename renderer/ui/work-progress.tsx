import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";
import { Progress } from "./progress.tsx";
import { numberText } from "./time-text.ts";
import type { TooltipProps } from "./tooltip.tsx";

export interface WorkProgressProps {
  /** What is going on: "Checking the gold". */
  name: string;
  done: number;
  /** 0 while it is not known. */
  total: number;
  /** Null: this person may not stop it. */
  onStop: (() => void) | null;
  /** Whether it is being stopped. */
  stopping: boolean;
  /** What stopping it means, beside its button. */
  stopLabel: string;
  side?: TooltipProps["side"];
  /** Behind how far it is. */
  children?: ReactNode;
}

/** A piece of work that runs, how far it is, and how to stop it. */
export function WorkProgress(props: WorkProgressProps) {
  const { name, done, total, onStop, stopping, stopLabel, side = "bottom", children } = props;
  return (
    <>
      <span className="text-ink">{name}</span>
      <Progress label={name} done={total > 0 ? done : null} total={total} className="w-24" />
      <span>
        {numberText(done)} / {numberText(total)}
        {children}
      </span>
      {onStop !== null && (
        <IconButton size="sm" side={side} icon={X} label={stopLabel} disabled={stopping} onClick={onStop} />
      )}
    </>
  );
}
