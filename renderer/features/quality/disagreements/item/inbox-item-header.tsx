import type { Item } from "#shared/domain/item.ts";
import { ItemQuestion } from "../../../../results/item-question.tsx";

/** What was asked of which database. */
export function InboxItemHeader({ item }: { item: Item }) {
  return (
    <header className="flex shrink-0 items-start gap-4 border-b px-4 py-2">
      <ItemQuestion item={item} className="max-h-28" />
      <span className="shrink-0 pt-1 text-sm text-muted">
        {item.dbId}
        {item.system !== null && ` · ${item.system}`}
      </span>
    </header>
  );
}
