import { ClipboardList, Hand } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import type { OwnWork } from "./use-own-work.ts";
import { dueText, noClaimText } from "./work-words.ts";

/** The reviewer's own work above the queue: how far they are, until when, and the way to the next item. */
export function MyWork({ work, itemId }: { work: OwnWork; itemId: number | null }) {
  const { slots, isTaking, take, giveBack, goTo } = work;
  const { openItemIds, finished, quota, dueOn, noClaim, extraItemIds } = slots;
  const waiting = openItemIds.length;
  const all = quota ?? finished + waiting;
  const isOpen = itemId !== null && openItemIds.includes(itemId);
  const [first] = openItemIds;
  return (
    <section
      aria-label="My work"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-panel px-4 py-1"
    >
      <ClipboardList size={16} className="shrink-0 text-muted" aria-hidden />
      <Progress label="My items judged" done={finished} total={all} className="w-24" />
      <span className="whitespace-nowrap">
        {numberText(finished)} of {numberText(all)} judged
      </span>
      <span className="min-w-0 flex-1 text-muted">
        {waiting === 0
          ? "Nothing waits for you"
          : `${countText(waiting, "item")} ${waiting === 1 ? "waits" : "wait"} for you`}
        {dueOn === null ? "" : ` · ${dueText(dueOn, Date.now())}`}
        {noClaim === null || waiting > 0 ? "" : ` · ${noClaimText[noClaim]}`}
        {itemId !== null && extraItemIds.includes(itemId)
          ? " · Your time for this item had run out, and others took it: your opinion is kept as an extra one."
          : ""}
      </span>
      {isOpen ? (
        <Button size="sm" variant="quiet" onClick={() => giveBack(itemId)}>
          Give back
        </Button>
      ) : first === undefined ? null : (
        <Button size="sm" onClick={() => goTo(first)}>
          Go to my next item
        </Button>
      )}
      <Button
        size="sm"
        icon={Hand}
        keys="t"
        variant={waiting === 0 ? "primary" : "plain"}
        busy={isTaking}
        disabled={noClaim !== null}
        onClick={take}
      >
        Take the next item
      </Button>
    </section>
  );
}
