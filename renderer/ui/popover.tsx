import { Popover as Base } from "@base-ui/react/popover";
import { type ReactElement, type ReactNode, useState } from "react";
import { classes } from "./classes.ts";
import { useFocusBack } from "./use-focus-back.ts";

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  /** Its name, read out when it opens. */
  label: string;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A small panel beside its button: filters, history, details. Escape or a press outside closes it. */
export function Popover({
  trigger,
  label,
  side = "bottom",
  align = "start",
  open: openedByOwner,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  const [isOpened, setOpened] = useState(false);
  const open = openedByOwner ?? isOpened;
  const changeOpen = (next: boolean): void => {
    setOpened(next);
    onOpenChange?.(next);
  };
  return (
    <Base.Root open={open} onOpenChange={changeOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} collisionPadding={8} className="z-40">
          <Base.Popup
            aria-label={label}
            className={classes("popup max-h-(--available-height) overflow-auto p-3 outline-none", className)}
          >
            <Content open={open}>{children}</Content>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Content({ open, children }: { open: boolean; children: ReactNode }) {
  useFocusBack(open);
  return children;
}
