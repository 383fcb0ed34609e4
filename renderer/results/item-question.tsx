import type { Item } from "#shared/domain/item.ts";

/** What an item asks, with its evidence; whoever shows it says how high it may become. */
export function ItemQuestion({ item, className }: { item: Item; className: string }) {
  return (
    <div className={`min-w-0 flex-1 overflow-y-auto select-text ${className}`}>
      <h2 className="text-lg font-medium break-words whitespace-pre-wrap">{item.question}</h2>
      {item.evidence.trim() !== "" && (
        <p className="mt-0.5 leading-5 break-words whitespace-pre-wrap text-muted">
          <span className="mr-2 text-sm font-medium text-faint">Evidence</span>
          {item.evidence}
        </p>
      )}
    </div>
  );
}
