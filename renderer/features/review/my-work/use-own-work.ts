import { useCallback, useEffect, useMemo, useRef } from "react";
import type { OwnSlots } from "#shared/contract/slots.ts";
import { errorText } from "../../../data/faults.ts";
import { useMay } from "../../../data/members.ts";
import { useClaim, useOwnSlots, useSlotChange } from "../../../data/slots.ts";
import { type Command, command, useCommands } from "../../../ui/commands.ts";
import { isFiltered } from "../../../ui/filters.ts";
import { notify } from "../../../ui/toasts.tsx";
import type { ReviewQueue } from "../use-review-queue.ts";
import { noClaimText } from "./work-words.ts";

/** What is a reviewer's own to judge in a project with slots, and what they can do about it. */
export interface OwnWork {
  slots: OwnSlots;
  /** Nothing is theirs yet. */
  isEmpty: boolean;
  /** They have, had, or are expected to have items: a lead who judges nothing has none. */
  isBegun: boolean;
  isTaking: boolean;
  take(): void;
  giveBack(itemId: number): void;
  goTo(itemId: number): void;
}

/** The reviewer's own work, kept in step with the queue; null where the project has no slots. */
export function useOwnWork(projectId: number, queue: ReviewQueue): OwnWork | null {
  const may = useMay();
  const { data: slots } = useOwnSlots(projectId, may("slots", "mine", projectId));
  const { mutate: claim, isPending: isTaking } = useClaim(projectId);
  const { mutate: giveItBack } = useSlotChange((client, itemId: number) => client.slots.giveBack({ itemId }));
  const { open, refresh, ids, loading, filter, itemId } = queue;
  useQueueInStep(slots, refresh);
  const take = useCallback(() => {
    const onSuccess = ({ itemId: taken, why }: { itemId: number | null; why: OwnSlots["noClaim"] }) => {
      if (taken === null) return notify({ title: noClaimText[why ?? "none-free"] });
      refresh();
      open(taken);
    };
    claim(undefined, { onSuccess, onError: failed("The next item could not be taken.") });
  }, [claim, open, refresh]);
  const giveBack = useCallback(
    (given: number) => giveItBack(given, { onError: failed("The item could not be given back.") }),
    [giveItBack],
  );
  const isEmpty = slots != null && !loading && ids.length === 0 && !isFiltered(filter);
  const work = useMemo(() => {
    if (slots == null) return null;
    const isBegun = slots.openItemIds.length + slots.finished > 0 || (slots.quota !== null && !isEmpty);
    return { slots, isEmpty, isBegun, isTaking, take, giveBack, goTo: open };
  }, [slots, isEmpty, isTaking, take, giveBack, open]);
  useCommands("My work", commandsOf(work, itemId));
  return work;
}

const failed = (title: string) => (error: unknown) =>
  notify({ title, description: errorText(error), kind: "error" });

function commandsOf(work: OwnWork | null, itemId: number | null): Command[] {
  if (work === null) return [];
  const isOpen = itemId !== null && work.slots.openItemIds.includes(itemId);
  return [
    command("work.take", "Take the next item", ["t"], work.take, { enabled: !work.isTaking }),
    command("work.give-back", "Give this item back unjudged", [], () => isOpen && work.giveBack(itemId), {
      enabled: isOpen,
    }),
  ];
}

/** The queue is asked for anew once slots come or go, be it by a lead: all of them, too. */
function useQueueInStep(slots: OwnSlots | null | undefined, refresh: () => void): void {
  const own = slots === undefined ? null : JSON.stringify(slots && [slots.openItemIds, slots.finished]);
  const known = useRef(own);
  useEffect(() => {
    const before = known.current;
    known.current = own;
    if (before !== null && own !== null && before !== own) refresh();
  }, [own, refresh]);
}
