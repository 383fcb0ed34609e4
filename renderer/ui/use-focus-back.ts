import { useLayoutEffect, useRef } from "react";

/**
 * For the content of a dialog or popover: gives the focus back the moment it closes. The library waits until it has faded away, and
 * what a quick hand types meanwhile would go into the fading field.
 */
export function useFocusBack(open: boolean): void {
  const before = useRef<Element | null>(null);
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    isOpen.current = open;
    if (open) before.current = document.activeElement;
    else giveBack(before.current);
  }, [open]);
  useLayoutEffect(
    () => () => {
      // It is taken away as it stands, as where it leads to another screen.
      if (isOpen.current) giveBack(before.current);
    },
    [],
  );
}

/** Whoever has put the focus elsewhere meanwhile keeps it there. */
function giveBack(before: Element | null): void {
  const { activeElement: focused } = document;
  if (!(focused instanceof HTMLElement) || focused.closest('[role="dialog"]') === null) return;
  focused.blur();
  if (before instanceof HTMLElement && before.isConnected && before !== document.body)
    before.focus({ preventScroll: true });
  // The one that is closing is among the dialogs for now.
  else document.querySelector("main")?.focus({ preventScroll: true });
}
