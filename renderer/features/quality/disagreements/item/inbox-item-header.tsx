import type { Item } from "#shared/domain/item.ts";

/** What was asked of which database. */
export function InboxItemHeader({ item }: { item: Item }) {
  return (
    <header className="flex shrink-0 items-start gap-4 border-b px-4 py-2">
      <div className="max-h-28 min-w-0 flex-1 overflow-y-auto select-text">
        <h2 className="text-lg font-medium break-words whitespace-pre-wrap">{item.question}</h2>
        {item.evidence.trim() !== "" && (
          <p className="mt-0.5 leading-5 break-words whitespace-pre-wrap text-muted">
            <span className="mr-2 text-sm font-medium text-faint">Evidence</span>
            {item.evidence}
          </p>
        )}
      </div>
      <span className="shrink-0 pt-1 text-sm text-muted">
        {item.dbId}
        {item.system !== null && ` · ${item.system}`}
      </span>
    </header>
  );
}
