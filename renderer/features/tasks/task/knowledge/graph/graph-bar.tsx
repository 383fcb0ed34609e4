import { ScanEye } from "lucide-react";
import { Button } from "../../../../../ui/button.tsx";
import { SearchField } from "../../../../../ui/search-field.tsx";
import { Toggle } from "../../../../../ui/toggle.tsx";
import { legend } from "./node-styles.tsx";

export interface GraphBarProps {
  /** How many nodes are shown or found, in words. */
  count: string;
  search: string;
  onSearch(text: string): void;
  /** Enter in the search: on to the next node that was found. */
  onNext(): void;
  whole: boolean;
  onWhole(whole: boolean): void;
  onPreview(): void;
}

/** What is shown above the knowledge graph: search, how much of it is shown, what its colours mean. */
export function GraphBar({ count, search, onSearch, onNext, whole, onWhole, onPreview }: GraphBarProps) {
  return (
    <div className="flex items-center gap-3 border-b px-2 py-1 max-[1360px]:gap-2">
      <SearchField
        label="Find a node"
        value={search}
        onChange={onSearch}
        onKeyDown={(event) => {
          if (event.key === "Enter") onNext();
        }}
        className="w-56 min-w-28 shrink"
      />
      <span className="text-sm whitespace-nowrap text-muted" role="status">
        {count}
      </span>
      <Toggle checked={whole} onChange={onWhole}>
        Whole base
      </Toggle>
      <Button size="sm" variant="quiet" icon={ScanEye} keys="v" onClick={onPreview}>
        What the system sees
      </Button>
      <span className="ml-auto flex shrink-0 gap-3 text-sm text-muted">
        {legend.map(({ style, meaning }) => (
          <span key={meaning} className="flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden className={`size-3 rounded-sm border ${style}`} />
            {meaning}
          </span>
        ))}
      </span>
    </div>
  );
}
