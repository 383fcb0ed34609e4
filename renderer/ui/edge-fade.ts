import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Over so many pixels a row fades at an end behind which it goes on. */
export const edgeFade = 28;

/**
 * For what scrolls sideways: it fades at an end behind which there is more, as bars are hidden where nothing moves. `onGrowth` is
 * called first and whenever what is in it, or the room for it, becomes wider or narrower.
 */
export function useEdgeFade<Row extends HTMLElement>(
  onGrowth?: (row: Row) => void,
): { ref: RefObject<Row | null>; maskImage: string | undefined } {
  const ref = useRef<Row>(null);
  const [more, setMore] = useState({ before: false, behind: false });
  const look = useCallback((row: Row) => {
    const before = row.scrollLeft > 1;
    const behind = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
    setMore((known) => (known.before === before && known.behind === behind ? known : { before, behind }));
  }, []);
  useLayoutEffect(() => {
    const row = ref.current;
    if (row === null) return;
    const grown = () => {
      onGrowth?.(row);
      look(row);
    };
    const scrolled = () => look(row);
    const seen = new ResizeObserver(grown);
    for (const element of [row, ...row.children]) seen.observe(element);
    row.addEventListener("scroll", scrolled);
    grown();
    return () => {
      seen.disconnect();
      row.removeEventListener("scroll", scrolled);
    };
  }, [onGrowth, look]);
  const ends = [
    ...(more.before ? ["transparent", `black ${edgeFade}px`] : ["black"]),
    ...(more.behind ? [`black calc(100% - ${edgeFade}px)`, "transparent"] : ["black"]),
  ];
  const isWhole = !more.before && !more.behind;
  return { ref, maskImage: isWhole ? undefined : `linear-gradient(to right, ${ends.join(", ")})` };
}
