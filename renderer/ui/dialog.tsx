import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useContext, useRef } from "react";
import { classes } from "./classes.ts";
import { type Command, CommandLayer, useCommands } from "./commands.ts";
import { foot } from "./foot.ts";
import { IconButton } from "./icon-button.tsx";
import { useFocusBack } from "./use-focus-back.ts";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  /** Buttons at the foot, the one to press last. */
  footer?: ReactNode;
  /** sm 400, md 560, lg 760, xl 960 pixels at most. */
  width?: "sm" | "md" | "lg" | "xl";
  /** Commands that hold while it is open; those of the page behind it rest. */
  commands?: readonly Command[];
  /** What gets the focus first; else the first field, else the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

const widths = { sm: "max-w-100", md: "max-w-140", lg: "max-w-190", xl: "max-w-240" };

/** A modal dialog: the page behind it rests, Escape closes it, the focus comes back to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  footer,
  width = "md",
  commands,
  initialFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="backdrop fixed inset-0 z-30" />
        <Base.Viewport className="fixed inset-0 z-30 flex items-center justify-center p-6">
          <Base.Popup
            ref={popup}
            data-modal=""
            // The focus is given back at once (useFocusBack); the library takes the first button of the window where the opener is gone.
            finalFocus={false}
            initialFocus={() => focusAtOnce(initialFocus?.current ?? firstField(popup.current))}
            className={classes("popup flex max-h-full w-full flex-col outline-none", widths[width])}
          >
            <div className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description ? (
                  <Base.Description className="mt-0.5 text-muted">{description}</Base.Description>
                ) : null}
              </div>
              <IconButton
                icon={X}
                label="Close"
                keys="Escape"
                onClick={onClose}
                className="-mt-0.5 -mr-1.5"
              />
            </div>
            <DialogLayer open={open} commands={commands ?? []}>
              <div className="min-h-0 flex-1 overflow-auto px-5 pb-5">{children}</div>
              {footer ? (
                <div {...foot} className="flex items-center justify-end gap-2 border-t px-5 py-3">
                  {footer}
                </div>
              ) : null}
            </DialogLayer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * The answer for `initialFocus` of the library, which by itself gives the focus a frame later: what a quick hand types right after
 * the key that opens a dialog would be lost.
 */
export function focusAtOnce(element: HTMLElement | null): false {
  element?.focus();
  return false;
}

const firstField = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>("input:not([aria-hidden]), textarea, [role=radio][tabindex='0']") ??
  popup;

export interface DialogLayerProps {
  open: boolean;
  commands: readonly Command[];
  children: ReactNode;
}

/** Puts what is inside one layer above the page, even where it brings no commands, so that the page's own rest. */
export function DialogLayer({ open, commands, children }: DialogLayerProps) {
  const layer = useContext(CommandLayer);
  useFocusBack(open);
  return (
    <CommandLayer value={layer + 1}>
      {/* While it fades away, the page has its keys and its focus back already. */}
      {open ? <LayerCommands commands={commands} /> : null}
      {children}
    </CommandLayer>
  );
}

function LayerCommands({ commands }: { commands: readonly Command[] }) {
  useCommands("Dialog", commands);
  return null;
}
