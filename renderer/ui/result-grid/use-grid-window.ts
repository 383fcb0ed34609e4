import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { columnsBetween } from "./column-layout.ts";
import type { ScrollLink } from "./scroll-link.ts";
import { placeOf, type ScrollExtent, type ScrollPlace, scrolledTo, scrollStart } from "./scroll-map.ts";

export const rowHeight = 22;
export const headerHeight = 26;
const rowsAhead = 10;

/** The part of a grid that is drawn: half-open ranges of rows and columns, and where its first row stands, in px. */
export interface GridWindow {
  firstRow: number;
  lastRow: number;
  offset: number;
  firstColumn: number;
  lastColumn: number;
  pageRows: number;
}

const nothing: GridWindow = {
  firstRow: 0,
  lastRow: 0,
  offset: 0,
  firstColumn: 0,
  lastColumn: 0,
  pageRows: 1,
};

interface Scrolling {
  /** Another identity starts at the top left. */
  identity: string;
  scroller: RefObject<HTMLDivElement | null>;
  rowCount: number;
  starts: readonly number[];
  numberWidth: number;
  link: ScrollLink | undefined;
}

/** Follows the scroll position and size of a grid, in step with the others of its link. */
export function useGridWindow({ identity, scroller, rowCount, starts, numberWidth, link }: Scrolling) {
  const place = useRef<ScrollPlace>(scrollStart);
  const [view, setView] = useState(nothing);

  const redraw = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const next = windowOf(element, place.current, rowCount, starts, numberWidth);
    setView((before) => (sameWindow(before, next) ? before : next));
  }, [scroller, rowCount, starts, numberWidth]);

  const goTo = useCallback(
    (top: number) => {
      const element = scroller.current;
      if (element === null) return;
      place.current = placeOf(top, extentOf(element, rowCount));
      element.scrollTop = place.current.physical;
      redraw();
    },
    [scroller, rowCount, redraw],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `identity` is what this waits for.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || place.current === scrollStart) return;
    place.current = scrollStart;
    element.scrollTo(0, 0);
  }, [scroller, identity]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    place.current = scrolledTo(place.current, element.scrollTop, extentOf(element, rowCount));
    redraw();
    const sizes = new ResizeObserver(redraw);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [scroller, rowCount, redraw]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const linked = link?.join(goTo);
    const onScroll = () => {
      const before = place.current;
      place.current = scrolledTo(before, element.scrollTop, extentOf(element, rowCount));
      redraw();
      // A scroll that this grid was told to make says nothing back.
      if (place.current.top !== before.top) linked?.tell(place.current.top);
    };
    const onScrollEnd = () => goTo(place.current.top);
    element.addEventListener("scroll", onScroll, { passive: true });
    element.addEventListener("scrollend", onScrollEnd);
    return () => {
      linked?.leave();
      element.removeEventListener("scroll", onScroll);
      element.removeEventListener("scrollend", onScrollEnd);
    };
  }, [scroller, rowCount, redraw, goTo, link]);

  /** Scrolls as little as is needed for a cell to be seen whole. */
  const show = useCallback(
    (row: number, column: number) => {
      const element = scroller.current;
      if (element === null) return;
      const { viewportHeight } = extentOf(element, rowCount);
      const top = row * rowHeight;
      const seen = place.current.top;
      if (top < seen) goTo(top);
      else if (top + rowHeight > seen + viewportHeight) goTo(top + rowHeight - viewportHeight);
      showColumn(element, starts, column, numberWidth);
    },
    [scroller, rowCount, starts, numberWidth, goTo],
  );

  /** Scrolls so that a row stands in the middle. */
  const centre = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (element === null) return;
      const { viewportHeight } = extentOf(element, rowCount);
      const top = row * rowHeight;
      if (top >= place.current.top && top + rowHeight <= place.current.top + viewportHeight) return;
      goTo(top - (viewportHeight - rowHeight) / 2);
    },
    [scroller, rowCount, goTo],
  );

  return { view, show, centre, goTo };
}

function extentOf(element: HTMLElement, rowCount: number): ScrollExtent {
  return {
    contentHeight: rowCount * rowHeight,
    viewportHeight: Math.max(0, element.clientHeight - headerHeight),
  };
}

function windowOf(
  element: HTMLElement,
  place: ScrollPlace,
  rowCount: number,
  starts: readonly number[],
  numberWidth: number,
): GridWindow {
  const height = Math.max(0, element.clientHeight - headerHeight);
  const firstRow = Math.max(0, Math.floor(place.top / rowHeight) - rowsAhead);
  const lastRow = Math.min(rowCount, Math.ceil((place.top + height) / rowHeight) + rowsAhead);
  const left = element.scrollLeft;
  const columns = columnsBetween(starts, left, left + element.clientWidth - numberWidth);
  return {
    firstRow,
    lastRow,
    offset: firstRow * rowHeight - (place.top - place.physical),
    firstColumn: columns.from,
    lastColumn: columns.to,
    pageRows: Math.max(1, Math.floor(height / rowHeight) - 1),
  };
}

function sameWindow(a: GridWindow, b: GridWindow): boolean {
  return (
    a.firstRow === b.firstRow &&
    a.lastRow === b.lastRow &&
    a.offset === b.offset &&
    a.firstColumn === b.firstColumn &&
    a.lastColumn === b.lastColumn &&
    a.pageRows === b.pageRows
  );
}

function showColumn(element: HTMLElement, starts: readonly number[], column: number, numberWidth: number) {
  const left = starts[column] ?? 0;
  const right = starts[column + 1] ?? left;
  const width = element.clientWidth - numberWidth;
  if (left < element.scrollLeft) element.scrollLeft = left;
  else if (right > element.scrollLeft + width) element.scrollLeft = Math.min(left, right - width);
}
