import { RefreshCw } from "lucide-react";
import { Chip } from "./chip.tsx";
import type { FilterChip } from "./filters.ts";
import { IconButton } from "./icon-button.tsx";
import { numberText } from "./time-text.ts";

export interface FilterChipRowProps<Filter> {
  chips: readonly FilterChip<Filter>[];
  /** How many lines pass. */
  found: number;
  onFilter(filter: Filter): void;
  /** Asks anew what passes, where that is not known at every change. */
  onRefresh?: () => void;
}

/** What a list is filtered by, each condition with a way to take it away, and how much passes. */
export function FilterChipRow<Filter>({ chips, found, onFilter, onRefresh }: FilterChipRowProps<Filter>) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-b px-2 py-1.5">
      {chips.map(({ key, name, value, without }) => (
        <Chip key={String(key)} onRemove={() => onFilter(without)} removeLabel={`Remove filter ${name}`}>
          {name}: {value}
        </Chip>
      ))}
      <span className="flex-1 text-right text-sm whitespace-nowrap text-muted">
        {numberText(found)} found
      </span>
      {onRefresh !== undefined && (
        <IconButton size="sm" icon={RefreshCw} label="Reapply filters" onClick={onRefresh} />
      )}
    </div>
  );
}
