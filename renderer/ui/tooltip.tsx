import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd.tsx";

export interface TooltipProps {
  /** What the thing is, in a few words; a definition may be longer. */
  content: ReactNode;
  keys?: string | undefined;
  side?: "top" | "bottom" | "left" | "right";
  /** The one element that is pointed at or focused. */
  children: ReactElement<Record<string, unknown>>;
}

/** Says what the element under the pointer or with the focus is, with its shortcut. */
export function Tooltip({ content, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Base.Root disableHoverablePopup>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="popup flex max-w-80 items-start gap-2 px-2 py-1 text-sm text-ink">
            <span className="min-w-0">{content}</span>
            {keys ? <Kbd keys={keys} /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Around the whole window: one delay for all tooltips, none while the pointer goes from one to the next. */
export function TooltipArea({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={450} closeDelay={0} timeout={300}>
      {children}
    </Base.Provider>
  );
}
