import { useLayoutEffect, useState } from "react";

/** Marks a bar with controls at the foot of a screen or dialog: notices lie above it. `<section {...foot}>` */
export const foot = { "data-foot": "" } as const;

/** Where notices end if nothing is at the foot: above the status bar, in pixels from the lower edge. */
const aboveStatusBar = 36;
const gap = 12;

/** How far from the lower edge of the window a notice has to stay to cover no bar at the foot, while there is one. */
export function useAboveFoot(isShown: boolean): number {
  const [above, setAbove] = useState(aboveStatusBar);
  useLayoutEffect(() => {
    if (!isShown) return;
    const measure = (): void => setAbove(heightOfFoot());
    measure();
    // Bars come, go and grow while a notice is there.
    const observer = new MutationObserver(measure);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [isShown]);
  return above;
}

function heightOfFoot(): number {
  const { innerHeight } = window;
  const heights = [...document.querySelectorAll<HTMLElement>("[data-foot]")]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ top }) => innerHeight - top + gap);
  // A bar that is higher than most of the window leaves no room above it.
  return Math.min(Math.max(aboveStatusBar, ...heights), innerHeight * 0.7);
}
