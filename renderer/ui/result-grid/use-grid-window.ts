import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { columnsBetween } from "./column-layout.ts";
import type { ScrollLink } from "./scroll-link.ts";
import { positionOf, type ScrollExtent, type ScrollPosition, scrolledTo, scrollStart } from "./scroll-map.ts";

export const rowHeight = 22;
export const headerHeight = 26;
const rowsAhead = 10;

/** The part of a grid that is drawn: half-open ranges of rows and columns, and where its first row is, in px. */
export interface GridWindow {
  firstRow: number;
  lastRow: number;
  offset: number;
  firstColumn: number;
  lastColumn: number;
  pageRows: number;
}

/** Where a grid is scrolled to and how much of it is seen, in px. */
interface Frame {
  /** Of which content; another one starts at its top left. */
  identity: string;
  position: ScrollPosition;
  left: number;
  width: number;
  height: number;
}

/** What is scrolled. */
interface Content {
  identity: string;
  rowCount: number;
  starts: readonly number[];
  numberWidth: number;
}

interface Scrolling extends Content {
  scroller: RefObject<HTMLDivElement | null>;
  link: ScrollLink | undefined;
}

/** One grid as it is now, for handlers that live longer than a draw. */
interface Grid {
  scroller: RefObject<HTMLDivElement | null>;
  frame: RefObject<Frame>;
  latest: RefObject<Content>;
  /** Draws anew only where other rows or columns come into view. */
  put(next: Frame): void;
}

/** Follows the scroll position and size of a grid, in step with the others of its link. */
export function useGridWindow({ scroller, link, ...content }: Scrolling) {
  const { identity, rowCount, starts, numberWidth } = content;
  const latest = useRef<Content>(content);
  const frame = useRef<Frame>({ identity, position: scrollStart, left: 0, width: 0, height: 0 });
  const [drawn, setDrawn] = useState(frame.current);
  const put = useCallback((next: Frame) => {
    frame.current = next;
    setDrawn((before) => {
      const same = sameWindow(windowOf(before, latest.current), windowOf(next, latest.current));
      return same && before.identity === next.identity ? before : next;
    });
  }, []);
  const grid = useMemo((): Grid => ({ scroller, frame, latest, put }), [scroller, put]);
  useLayoutEffect(() => {
    latest.current = { identity, rowCount, starts, numberWidth };
    const element = scroller.current;
    const { position, left, identity: before } = frame.current;
    if (element === null || before === identity) return;
    frame.current = { ...frame.current, identity, position: scrollStart, left: 0 };
    if (position.physical !== 0 || left !== 0) element.scrollTo(0, 0);
  }, [scroller, identity, rowCount, starts, numberWidth]);
  useMeasured(grid);
  const moves = useMoves(grid, useFollowedScroll(grid, link));
  const view = windowOf(
    drawn.identity === identity ? drawn : { ...drawn, position: scrollStart, left: 0 },
    content,
  );
  return { view, ...moves };
}

/** Scrolls a grid alone to a distance from its top, in px. */
function scrollGrid({ scroller, frame, latest, put }: Grid, top: number): void {
  const element = scroller.current;
  if (element === null) return;
  const position = positionOf(top, extentOf(frame.current, latest.current));
  if (position.physical !== frame.current.position.physical) element.scrollTop = position.physical;
  put({ ...frame.current, position });
}

/** Ways to bring cells into view, together with the other grids. */
function useMoves(grid: Grid, followMe: (top: number) => void) {
  return useMemo(() => {
    const { scroller, frame, latest } = grid;
    const goTo = (top: number) => {
      scrollGrid(grid, top);
      followMe(frame.current.position.top);
    };
    return {
      /** Scrolls as little as is needed for a cell to be seen whole. */
      show(row: number, column: number): void {
        const element = scroller.current;
        if (element === null) return;
        const { position, height } = frame.current;
        const top = row * rowHeight;
        if (top < position.top) goTo(top);
        else if (top + rowHeight > position.top + height) goTo(top + rowHeight - height);
        showColumn(element, latest.current, column);
      },
      /** Scrolls so that a row that is out of sight is in the middle. */
      centre(row: number): void {
        const { position, height } = frame.current;
        const top = row * rowHeight;
        if (top >= position.top && top + rowHeight <= position.top + height) return;
        goTo(top - (height - rowHeight) / 2);
      },
    };
  }, [grid, followMe]);
}

/** Measures the grid whenever its size changes. */
function useMeasured({ scroller, frame, put }: Grid): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => put({ ...frame.current, width: element.clientWidth, height: heightOf(element) });
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [scroller, frame, put]);
}

/** Follows the person's scrolling and has the other grids of the link follow; so does the function answered, for moves by key. */
function useFollowedScroll(grid: Grid, link: ScrollLink | undefined): (top: number) => void {
  const others = useRef<ReturnType<ScrollLink["join"]>>(null);
  useEffect(() => {
    const { scroller, frame, latest, put } = grid;
    const element = scroller.current;
    if (element === null) return;
    const goTo = (top: number) => scrollGrid(grid, top);
    const linked = link?.join(goTo) ?? null;
    others.current = linked;
    const onScroll = () => {
      const before = frame.current;
      const position = scrolledTo(before.position, element.scrollTop, extentOf(before, latest.current));
      put({ ...before, identity: latest.current.identity, position, left: element.scrollLeft });
      // A scroll that another grid asked for is not passed on.
      if (position.top !== before.position.top) linked?.tell(position.top);
    };
    const onScrollEnd = () => goTo(frame.current.position.top);
    element.addEventListener("scroll", onScroll, { passive: true });
    element.addEventListener("scrollend", onScrollEnd);
    return () => {
      linked?.leave();
      others.current = null;
      element.removeEventListener("scroll", onScroll);
      element.removeEventListener("scrollend", onScrollEnd);
    };
  }, [grid, link]);
  return useCallback((top) => others.current?.tell(top), []);
}

function heightOf(element: HTMLElement): number {
  return Math.max(0, element.clientHeight - headerHeight);
}

function extentOf({ height }: Frame, { rowCount }: Content): ScrollExtent {
  return { contentHeight: rowCount * rowHeight, viewportHeight: height };
}

function windowOf(frame: Frame, { rowCount, starts, numberWidth }: Content): GridWindow {
  const { position, left, width, height } = frame;
  const firstRow = Math.max(0, Math.floor(position.top / rowHeight) - rowsAhead);
  const lastRow = Math.min(rowCount, Math.ceil((position.top + height) / rowHeight) + rowsAhead);
  const columns = columnsBetween(starts, left, left + width - numberWidth);
  return {
    firstRow,
    lastRow,
    offset: firstRow * rowHeight - (position.top - position.physical),
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

function showColumn(element: HTMLElement, { starts, numberWidth }: Content, column: number): void {
  const left = starts[column] ?? 0;
  const right = starts[column + 1] ?? left;
  const width = element.clientWidth - numberWidth;
  if (left < element.scrollLeft) element.scrollLeft = left;
  else if (right > element.scrollLeft + width) element.scrollLeft = Math.min(left, right - width);
}
