import { type ReactNode, type RefObject, useCallback } from "react";
import { FilterPopover } from "./filter-popover.tsx";
import { FilterSearch } from "./filter-search.tsx";
import { changedFilter } from "./filters.ts";

export interface FilterBarProps<Filter extends { text?: string | undefined }> {
  filter: Filter;
  onFilter(filter: Filter): void;
  /** What the search looks through: "Search questions, SQL, notes". */
  searchLabel: string;
  searchField: RefObject<HTMLInputElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** One field for each condition but the text. */
  children: ReactNode;
}

/** What a list is filtered by: the text search, and the other conditions behind a button. */
export function FilterBar<Filter extends { text?: string | undefined }>(props: FilterBarProps<Filter>) {
  const { filter, onFilter, searchLabel, searchField, open, onOpenChange, children } = props;
  const onText = useCallback(
    (text: string) => onFilter(changedFilter<Filter>(filter, { text } as never)),
    [filter, onFilter],
  );
  return (
    <>
      <FilterSearch ref={searchField} label={searchLabel} keys="/" text={filter.text ?? ""} onText={onText} />
      <FilterPopover filter={filter} onFilter={onFilter} open={open} onOpenChange={onOpenChange}>
        {children}
      </FilterPopover>
    </>
  );
}
