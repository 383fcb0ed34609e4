import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { type Tone, toneText } from "../ui/tone.ts";
import { Tooltip } from "../ui/tooltip.tsx";

export interface StatusItemProps {
  icon: LucideIcon;
  tone?: Tone;
  /** What it means in full, on hover and focus. */
  hint: ReactNode;
  onClick(): void;
  children: ReactNode;
}

/** One read-out of the status bar; pressing it leads to where it can be changed. */
export function StatusItem({ icon: Icon, tone = "neutral", hint, onClick, children }: StatusItemProps) {
  return (
    <Tooltip content={hint} side="top">
      <button
        type="button"
        onClick={onClick}
        className={`flex h-6 min-w-0 items-center gap-1.5 px-2 whitespace-nowrap hover:bg-hover ${toneText[tone]}`}
      >
        <Icon size={13} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <span className="truncate">{children}</span>
      </button>
    </Tooltip>
  );
}
