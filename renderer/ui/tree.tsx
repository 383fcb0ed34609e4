import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef } from "react";
import { classes } from "./classes.ts";
import { type TreeNode, type TreeRow, treeMove, typedRow, visibleRows } from "./tree-rows.ts";
import { listClasses, movedIndex, selectedRowClasses, useVirtualRows } from "./virtual-list.tsx";

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
export function Tree(props: TreeProps) {
  const { label, nodes, expanded, onExpandedChange, selected, onSelect, onOpen, className } = props;
  const { rowHeight = 24 } = props;
  const treeId = useId();
  const rows = useMemo(() => visibleRows(nodes, expanded), [nodes, expanded]);
  const index = rows.findIndex(({ node }) => node.id === selected);
  const { scroller, virtual } = useVirtualRows(rows.length, rowHeight, index);

  const toggle = (id: string, open: boolean): void => {
    const next = new Set(expanded);
    if (open) next.add(id);
    else next.delete(id);
    onExpandedChange(next);
  };
  const onKeyDown = useTreeKeys({
    ...{ rows, index, expanded, selected, rowHeight, scroller },
    ...{ toggle, onSelect, onOpen },
  });

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      data-keys="own"
      aria-activedescendant={index >= 0 ? `${treeId}-${index}` : undefined}
      onKeyDown={onKeyDown}
      className={classes(listClasses(index >= 0), className)}
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }} role="presentation">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const { node } = row;
          const open = node.children ? expanded.has(node.id) : undefined;
          return (
            <TreeItem
              key={node.id}
              id={`${treeId}-${item.index}`}
              row={row}
              open={open}
              selected={node.id === selected}
              style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              onClick={() => {
                onSelect(node.id);
                if (node.children) toggle(node.id, !open);
              }}
              onDoubleClick={() => onOpen?.(node.id)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface TreeItemProps {
  id: string;
  row: TreeRow;
  /** Whether its children are shown; undefined where it has none. */
  open: boolean | undefined;
  selected: boolean;
  style: { height: number; transform: string };
  onClick(): void;
  onDoubleClick(): void;
}

function TreeItem({ id, row, open, selected, style, ...mouse }: TreeItemProps) {
  const { node, level } = row;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row.
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-expanded={open}
      aria-selected={selected}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      {...mouse}
      className={classes(
        "absolute inset-x-0 top-0 flex items-center gap-1 pr-2",
        selected ? selectedRowClasses : "hover:bg-hover",
      )}
      style={{ ...style, paddingLeft: level * 14 - 8 }}
    >
      <ChevronRight
        size={14}
        aria-hidden
        className={classes("shrink-0 text-faint", open && "rotate-90", open === undefined && "invisible")}
      />
      <span className="flex min-w-0 flex-1 items-center gap-1.5">
        {node.content ?? <span className="truncate">{node.text}</span>}
      </span>
    </div>
  );
}

interface TreeKeys extends Pick<TreeProps, "expanded" | "selected" | "onSelect"> {
  onOpen: TreeProps["onOpen"] | undefined;
  rows: readonly TreeRow[];
  /** Of the chosen row, or -1. */
  index: number;
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  toggle(id: string, open: boolean): void;
}

/** What the keys of a tree do: arrows move, open and close, Enter opens, letters find, Escape leaves. */
function useTreeKeys(keys: TreeKeys) {
  const { rows, index, expanded, selected, rowHeight, scroller, toggle, onSelect, onOpen } = keys;
  const typed = useRef({ text: "", at: 0 });
  const moveTo = (row: number): void => {
    const node = rows[row]?.node;
    if (node) onSelect(node.id);
  };
  return (event: KeyboardEvent): void => {
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
}
