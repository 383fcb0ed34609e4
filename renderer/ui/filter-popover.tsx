import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { isFiltered } from "./filters.ts";
import { IconButton } from "./icon-button.tsx";
import { Popover } from "./popover.tsx";

export interface FilterPopoverProps<Filter extends object> {
  filter: Filter;
  onFilter(filter: Filter): void;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** One field a condition. */
  children: ReactNode;
}

/** The conditions of a filter behind its button, and the way back to no filter at all. */
export function FilterPopover<Filter extends object>({
  filter,
  onFilter,
  open,
  onOpenChange,
  children,
}: FilterPopoverProps<Filter>) {
  const filtered = isFiltered(filter);
  return (
    <Popover
      label="Filters"
      open={open}
      onOpenChange={onOpenChange}
      className="w-80"
      trigger={<IconButton icon={ListFilter} label="Filters" keys="shift+f" pressed={filtered} />}
    >
      <div className="flex flex-col gap-2.5">{children}</div>
      <div className="mt-3 flex justify-between">
        <Button size="sm" variant="quiet" disabled={!filtered} onClick={() => onFilter({} as Filter)}>
          Clear all
        </Button>
        <Button size="sm" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      </div>
    </Popover>
  );
}
