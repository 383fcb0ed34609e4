import { type ReactNode, useCallback, useState } from "react";
import { Button } from "./button.tsx";
import { InlineError } from "./inline-error.tsx";
import { SkeletonLines } from "./skeleton.tsx";
import { VirtualList } from "./virtual-list.tsx";

export interface FilteredListProps {
  label: string;
  /** What a line of the list is: "task". */
  noun: string;
  /** Why the list could not be read; null where it could. */
  failure: { title: string; text: string } | null;
  loading: boolean;
  /** How many lines pass the filter. */
  count: number;
  /** The chosen line, or -1. */
  selected: number;
  onSelect(index: number): void;
  onRange(first: number, last: number): void;
  renderRow(index: number): ReactNode;
  onRefresh(): void;
  onClear(): void;
}

/** The lines that pass a filter, with a chosen one; or why there are none, and the way on from there. */
export function FilteredList(props: FilteredListProps) {
  const { label, noun, failure, loading, count, selected, onSelect, onRange, renderRow } = props;
  if (failure !== null)
    return (
      <InlineError className="m-2" title={failure.title} onRetry={props.onRefresh}>
        {failure.text}
      </InlineError>
    );
  if (loading) return <SkeletonLines lines={12} />;
  if (count === 0)
    return (
      <div className="p-4 text-muted">
        No {noun} matches these filters.
        <div className="mt-2">
          <Button size="sm" onClick={props.onClear}>
            Clear all
          </Button>
        </div>
      </div>
    );
  return (
    <VirtualList
      label={label}
      count={count}
      rowHeight={44}
      selected={selected}
      onSelect={onSelect}
      onRange={onRange}
      renderRow={renderRow}
    />
  );
}

/** The lines of a list that are on screen, and the function by which the list reports others. */
export function useShownRange(): [
  range: { first: number; last: number },
  onRange: FilteredListProps["onRange"],
] {
  const [range, setRange] = useState({ first: 0, last: 40 });
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  return [range, onRange];
}
