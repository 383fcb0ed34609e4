import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useItemEvaluations } from "../../data/item-evaluations.ts";
import { useAskUnlabelled } from "../../data/queue.ts";
import { useVerdictDrafts } from "../../data/verdicts.ts";
import { nextOpen } from "../../ui/list-steps.ts";
import { notify } from "../../ui/toasts.tsx";
import type { ReviewQueue } from "./use-review-queue.ts";

/** The next item without a label of the caller's, known ahead so that it can be prepared, and the way there. */
export function useNextUnlabelled(projectId: number, queue: ReviewQueue) {
  const drafts = useVerdictDrafts();
  const ask = useAskUnlabelled(projectId);
  const runs = useItemEvaluations();
  const { ids, index, itemId, goToIndex } = queue;
  const [next, setNext] = useState<number | null>(null);

  const latest = useRef({ ids, index });
  useLayoutEffect(() => {
    latest.current = { ids, index };
  });
  const find = useCallback(
    async (step: 1 | -1) => {
      const unlabelled = await ask();
      // What was judged in this window counts before the back end is asked again.
      const isOpen = (itemId: number) => {
        const state = drafts.known(itemId)?.state();
        return state === undefined ? unlabelled.has(itemId) : state.saved.value.label === null;
      };
      return nextOpen(latest.current.ids, latest.current.index, isOpen, step);
    },
    [ask, drafts],
  );

  useEffect(() => {
    if (index < 0 || itemId === null) return;
    let gone = false;
    const findNext = async () => {
      // The item on screen comes first; in a large project these ids are a large answer.
      await runs.ensure(itemId);
      return gone ? null : find(1);
    };
    findNext().then(
      (at) => {
        if (!gone) setNext(at === null ? null : (ids[at] ?? null));
      },
      // Knowing it ahead only saves time; `go` asks again and says what is wrong.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [find, runs, ids, index, itemId]);

  const go = useCallback(
    (step: 1 | -1) => {
      find(step).then(
        (at) =>
          at === null ? notify({ title: "All other items in this list have labels." }) : goToIndex(at),
        () => notify({ title: "The next unlabelled item could not be loaded. Try again.", kind: "error" }),
      );
    },
    [find, goToIndex],
  );
  return { next, go };
}
