import { MessageCircleQuestion } from "lucide-react";
import { useAskedOfMe } from "../../data/disagreements.ts";
import { Button } from "../../ui/button.tsx";
import { countText } from "../../ui/time-text.ts";
import type { ReviewQueue } from "./use-review-queue.ts";

/** What adjudicators ask the reviewer: the question about the item on screen, else how many wait and where. */
export function AskedNotice({ projectId, queue }: { projectId: number; queue: ReviewQueue }) {
  const { data: asked = [] } = useAskedOfMe(projectId);
  const { filter, setFilter, itemId, refresh } = queue;
  const here = asked.filter((one) => one.itemId === itemId);
  const isThere = filter.set === "asked";
  if (asked.length === 0 && !isThere) return null;
  return (
    <div role="status" className="flex min-h-9 items-center gap-3 border-b bg-warning-fill px-4 py-1">
      <MessageCircleQuestion size={16} className="shrink-0 text-warning" aria-hidden />
      <div className="min-w-0 flex-1 break-words whitespace-pre-wrap select-text">
        {asked.length === 0
          ? "Every question to you is answered."
          : here.length === 0
            ? `${countText(asked.length, "question")} about your verdicts.`
            : here.map(({ question, askedBy, at }) => (
                <p key={at}>
                  {askedBy} asks: {question} <span className="text-muted">Saving your verdict answers.</span>
                </p>
              ))}
      </div>
      {isThere ? (
        <Button size="sm" onClick={() => setFilter({})}>
          All items
        </Button>
      ) : (
        here.length === 0 && (
          <Button
            size="sm"
            onClick={() => {
              setFilter({ set: "asked" });
              refresh();
            }}
          >
            Show
          </Button>
        )
      )}
    </div>
  );
}
