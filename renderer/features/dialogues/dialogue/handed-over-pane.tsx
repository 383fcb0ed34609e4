import type { PersonTurn } from "#shared/contract/dialogues.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** What the protocol hands over to a person who is the system; the gold is not for them to see. */
export function HandedOverPane({ given }: { given: PersonTurn["given"] }) {
  if (given === null)
    return (
      <EmptyState title="You are the system under test">
        In a-Interact nothing is handed over: look up the schema, the columns and the knowledge with actions,
        ask the user, try SQL out, and submit. Each action costs coins. The gold appears when the dialogue has
        ended.
      </EmptyState>
    );
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
      tabIndex={0}
      aria-label="What is handed over"
      className="min-h-0 flex-1 overflow-auto select-text"
    >
      <p className="border-b bg-panel px-3 py-2 text-sm text-muted">
        You are the system under test. This is what c-Interact hands over; the gold appears when the dialogue
        has ended.
      </p>
      <Given title="Knowledge" text={given.knowledge} />
      <Given title="Column meanings" text={given.columnMeanings} />
      <Given title="Schema" text={given.schema} />
    </section>
  );
}

function Given({ title, text }: { title: string; text: string }) {
  return (
    <details open className="border-b px-3 py-2">
      <summary className="font-medium">{title}</summary>
      <pre className="mt-1 font-mono text-sm break-words whitespace-pre-wrap">{text}</pre>
    </details>
  );
}
