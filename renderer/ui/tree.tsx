import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from "react";
import { classes } from "./classes.ts";
import { type TreeNode, treeMove, typedRow, visibleRows } from "./tree-rows.ts";
import { listLook, movedIndex, selectedRowLook } from "./virtual-list.tsx";

export interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  expanded: ReadonlySet<string>;
  onExpandedChange(expanded: ReadonlySet<string>): void;
  /** The id of the chosen node, or null; it is scrolled into view when it changes. */
  selected: string | null;
  onSelect(id: string): void;
  /** Enter or a double press on a node. */
  onOpen?: (id: string) => void;
  /** Height of a row in pixels. */
  rowHeight?: number;
  className?: string;
}

/** A tree of any size: arrows move, open and close, letters find, Escape leaves; only the rows on screen are drawn. */
export function Tree({
  label,
  nodes,
  expanded,
  onExpandedChange,
  selected,
  onSelect,
  onOpen,
  rowHeight = 24,
  className,
}: TreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const treeId = useId();
  const rows = useMemo(() => visibleRows(nodes, expanded), [nodes, expanded]);
  const index = rows.findIndex(({ node }) => node.id === selected);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    useFlushSync: false,
  });
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: "auto" });
  }, [index, virtual]);

  const toggle = (id: string, open: boolean): void => {
    const next = new Set(expanded);
    if (open) next.add(id);
    else next.delete(id);
    onExpandedChange(next);
  };
  const moveTo = (row: number): void => {
    const node = rows[row]?.node;
    if (node) onSelect(node.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const next = movedIndex(event, index, rows.length, page);
    const move = next === null ? treeMove(event.key, rows, Math.max(index, 0), expanded) : { to: next };
    if (move) {
      event.preventDefault();
      if ("to" in move) moveTo(move.to);
      else if ("expand" in move) toggle(move.expand, true);
      else toggle(move.collapse, false);
    } else if (event.key === "Enter" && selected !== null) {
      event.preventDefault();
      onOpen?.(selected);
    } else if (event.key === "Escape") scroller.current?.blur();
    else if (
      event.key.length === 1 &&
      event.key !== " " &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      event.preventDefault();
      const fresh = event.timeStamp - typed.current.at > 700;
      typed.current = { text: (fresh ? "" : typed.current.text) + event.key, at: event.timeStamp };
      moveTo(typedRow(rows, index, typed.current.text));
    }
  };

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      data-keys="own"
      aria-activedescendant={index >= 0 ? `${treeId}-${index}` : undefined}
      onKeyDown={onKeyDown}
      className={classes(listLook(index >= 0), className)}
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }} role="presentation">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const { node, level } = row;
          const open = node.children ? expanded.has(node.id) : undefined;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree's own keys do the same.
            <div
              key={node.id}
              id={`${treeId}-${item.index}`}
              role="treeitem"
              aria-level={level}
              aria-expanded={open}
              aria-selected={node.id === selected}
              aria-setsize={row.siblings}
              aria-posinset={row.position}
              onClick={() => {
                onSelect(node.id);
                if (node.children) toggle(node.id, !open);
              }}
              onDoubleClick={() => onOpen?.(node.id)}
              className={classes(
                "absolute inset-x-0 top-0 flex items-center gap-1 pr-2",
                node.id === selected ? selectedRowLook : "hover:bg-hover",
              )}
              style={{
                height: rowHeight,
                transform: `translateY(${item.start}px)`,
                paddingLeft: level * 14 - 8,
              }}
            >
              <ChevronRight
                size={14}
                aria-hidden
                className={classes(
                  "shrink-0 text-faint",
                  open && "rotate-90",
                  open === undefined && "invisible",
                )}
              />
              <span className="flex min-w-0 flex-1 items-center gap-1.5">
                {node.content ?? <span className="truncate">{node.text}</span>}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
