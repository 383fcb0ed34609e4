import type { ReactNode } from "react";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { usePane } from "../store/use-jump-target.ts";

interface AskedSimulatorProps {
  label: string;
  hasAnswer: boolean;
  /** The answer is of the task as it is. */
  isCurrent: boolean;
  /** Why the simulator is not asked; null where it is. */
  obstacle: string | null;
  children: ReactNode;
}

/** What the simulator answers beside the gold; or that it is still asked, or why it is not. */
export function AskedSimulator({ label, hasAnswer, isCurrent, obstacle, children }: AskedSimulatorProps) {
  return (
    <section
      ref={usePane<HTMLElement>("side dialogue")}
      tabIndex={-1}
      aria-label={label}
      aria-busy={!isCurrent && obstacle === null}
      className="min-h-0 flex-1 overflow-auto outline-none"
    >
      {obstacle !== null && <p className="p-3 text-muted">{obstacle}</p>}
      {obstacle === null && (hasAnswer ? children : <SkeletonLines lines={6} />)}
    </section>
  );
}
