import type { ReactNode } from "react";
import { Button } from "./button.tsx";

export interface InlineQuestionProps {
  /** The words on the button that leaves everything as it is. */
  keep: string;
  /** The words on the button that does it. */
  confirm: string;
  busy: boolean;
  onKeep(): void;
  onConfirm(): void;
  /** What it comes to. */
  children: ReactNode;
}

/** Asks once more, in place, before something is taken away. */
export function InlineQuestion({ keep, confirm, busy, onKeep, onConfirm, children }: InlineQuestionProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-sunken px-2.5 py-1.5">
      <p className="min-w-0 flex-1">{children}</p>
      <Button size="sm" onClick={onKeep}>
        {keep}
      </Button>
      <Button size="sm" variant="danger" autoFocus busy={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  );
}
