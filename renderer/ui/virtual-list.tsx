import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { classes } from "./classes.ts";

export interface VirtualListProps {
  label: string;
  count: number;
  /** Height of a row in pixels; every row has it. */
  rowHeight: number;
  /** The chosen row, or -1; it is scrolled into view when it changes. */
  selected: number;
  onSelect(index: number): void;
  /** Enter or a double press on a row. */
  onOpen?: (index: number) => void;
  /** The content of a row; it is drawn only while the row is on screen. */
  renderRow(index: number, selected: boolean): ReactNode;
  /** Rows that are on screen now, to fetch what they need. */
  onRange?: (first: number, last: number) => void;
  className?: string;
}

/** A list of any length (100,000 rows and more) with one chosen row; arrows, Page, Home and End move it. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, selected, onSelect, onOpen, renderRow, onRange, className } = props;
  const listId = useId();
  const { scroller, virtual } = useVirtualRows(count, rowHeight, selected);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= first) onRange?.(first, last);
  }, [first, last, onRange]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && onOpen && selected >= 0) {
      event.preventDefault();
      onOpen(selected);
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const next = movedIndex(event, selected, count, page);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  };

  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selected >= first && selected <= last ? `${listId}-${selected}` : undefined}
      onKeyDown={onKeyDown}
      className={classes(listClasses(selected >= first && selected <= last), className)}
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }} role="presentation">
        {items.map((item) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list's own keys do the same.
          <div
            key={item.index}
            id={`${listId}-${item.index}`}
            role="option"
            aria-selected={item.index === selected}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            onClick={() => onSelect(item.index)}
            onDoubleClick={() => onOpen?.(item.index)}
            className={classes(
              "absolute inset-x-0 top-0",
              item.index === selected ? selectedRowClasses : "hover:bg-hover",
            )}
            style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
          >
            {renderRow(item.index, item.index === selected)}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * Rows of which only those on screen are drawn; the chosen one is scrolled into view when it changes. What stays at the top
 * while they scroll under it is `headHeight` pixels high.
 */
export function useVirtualRows(count: number, rowHeight: number, chosen: number, headHeight = 0) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: headHeight,
    useFlushSync: false,
  });
  useEffect(() => {
    if (chosen >= 0 && chosen < count) virtual.scrollToIndex(chosen, { align: "auto" });
  }, [chosen, count, virtual]);
  return { scroller, virtual };
}

/** The look of a list: while its chosen row is in sight, that row shows the focus, else the list does. */
export const listClasses = (rowInSight: boolean): string =>
  classes("group/list min-h-0 flex-1 overflow-auto contain-strict", rowInSight && "outline-none");

/** The look of the chosen row of a list, with the list's focus. */
export const selectedRowClasses =
  "bg-selected -outline-offset-1 outline-focus group-focus-visible/list:outline-2";

/** Where a key moves the choice in a list of `count` rows, or null for another key. */
export function movedIndex(
  event: { key: string; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean },
  index: number,
  count: number,
  page: number,
): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return null;
  const clamp = (next: number): number => Math.min(count - 1, Math.max(0, next));
  switch (event.key) {
    case "ArrowDown":
      return clamp(index + 1);
    case "ArrowUp":
      return clamp(index - 1);
    case "PageDown":
      return clamp(index + page);
    case "PageUp":
      return clamp(index - page);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
