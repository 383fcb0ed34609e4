/**
 * Sees that the focus is never nowhere: where what has it is taken away, it goes to the nearest part around it that can hold it, else to
 * the screen in front. Gives back how to stop.
 */
export function keepFocus(): () => void {
  let focused: HTMLElement | null = null;
  let around: HTMLElement[] = [];
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    around = partsAround(target);
  };
  // A browser says nothing of an element that is taken away with the focus.
  const observer = new MutationObserver(() => {
    if (focused === null || focused.isConnected) return;
    focused = null;
    if (document.activeElement === document.body) focusPart(around.find(({ isConnected }) => isConnected));
  });
  document.addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocus);
    observer.disconnect();
  };
}

/** Gives the focus to a part of the window, else to what lies in front: the dialog that is open, or the screen. */
function focusPart(part: HTMLElement | undefined): void {
  // Not by its role, which notices have, too.
  const dialog = [...document.querySelectorAll<HTMLElement>("[data-modal]:not([data-closed])")].at(-1);
  (part ?? dialog ?? document.querySelector("main"))?.focus({ preventScroll: true });
}

function partsAround(element: HTMLElement): HTMLElement[] {
  const parts: HTMLElement[] = [];
  let part = element.parentElement?.closest<HTMLElement>("[tabindex]");
  while (part) {
    parts.push(part);
    part = part.parentElement?.closest<HTMLElement>("[tabindex]");
  }
  return parts;
}
