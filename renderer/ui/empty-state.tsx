import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  icon?: LucideIcon | undefined;
  title: string;
  /** What the screen is for and what the first step is. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** An empty screen or pane that says what it is for and offers the first step. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex h-full min-h-0 flex-col items-center justify-center overflow-auto p-8 text-center">
      {Icon ? <Icon size={28} strokeWidth={1.25} className="mb-3 shrink-0 text-faint" aria-hidden /> : null}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children ? <div className="mt-1 max-w-105 text-muted">{children}</div> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
