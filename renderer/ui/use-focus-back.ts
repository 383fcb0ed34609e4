import { useLayoutEffect, useRef } from "react";

/**
 * For the content of a dialog or popover: gives the focus back the moment it closes. The library waits until it has faded away, and
 * what a quick hand types meanwhile would go into the fading field.
 */
export function useFocusBack(open: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { activeElement: focused } = document;
    if (open) before.current = focused;
    else if (focused instanceof HTMLElement && focused.closest('[role="dialog"]') !== null)
      giveBack(focused, before.current);
  }, [open]);
}

function giveBack(focused: HTMLElement, before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected && before !== document.body)
    before.focus({ preventScroll: true });
  else focused.blur();
}
