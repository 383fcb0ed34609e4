import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { QueueRow } from "#shared/contract/queue.ts";
import type { Verdict } from "#shared/domain/verdict.ts";
import { useClient } from "./client.ts";
import type { DeskState } from "./desk-state.ts";
import { useFlushOnLeave } from "./flush-on-leave.ts";
import { keys } from "./keys.ts";
import { type OwnOfPerson, useOwnOfPerson } from "./own-of-person.ts";
import { VerdictDesk } from "./verdict-desk.ts";

const desks: OwnOfPerson<VerdictDesk> = new WeakMap();

/** The desk of whoever is at this window, the same on every screen. */
export function useVerdictDesk(): VerdictDesk {
  const queries = useQueryClient();
  return useOwnOfPerson(desks, (client, mirror) => {
    const onVerdict = (verdict: Verdict) => showInQueue(queries, verdict);
    return new VerdictDesk({ client, mirror, onVerdict });
  });
}

/** Puts a verdict into the lines of the queue that are kept, before the back end tells of it. */
function showInQueue(queries: QueryClient, verdict: Verdict): void {
  const { itemId, label, skipped, flagged } = verdict;
  queries.setQueriesData<QueueRow[]>(
    { predicate: ({ queryKey }) => queryKey[0] === "queue" && queryKey[2] === "rows" },
    (rows) => {
      const at = rows?.findIndex((row) => row.itemId === itemId) ?? -1;
      if (rows === undefined || at < 0) return rows;
      return rows.map((row, index) => (index === at ? { ...row, label, skipped, flagged } : row));
    },
  );
}

/** The caller's verdict on an item as it stands in this window; undefined until the item has come. */
export function useDeskState(itemId: number): DeskState | undefined {
  const desk = useVerdictDesk();
  return useSyncExternalStore(desk.subscribe, () => desk.state(itemId));
}

/** Sends the verdicts that are being typed before the screen, the window or the page is left. */
export function useFlushVerdictsOnLeave(): void {
  const desk = useVerdictDesk();
  useFlushOnLeave(useCallback(() => desk.flush(), [desk]));
}

/** Takes the caller's latest change in a project back, or puts it on again; null where there is none. */
export function useUndo(projectId: number): (direction: "undo" | "redo") => Promise<Verdict | null> {
  const client = useClient();
  const desk = useVerdictDesk();
  return useCallback(
    async (direction) => {
      await desk.flush();
      const verdict = await client.verdicts[direction]({ projectId });
      if (verdict !== null) desk.rebase(verdict);
      return verdict;
    },
    [client, desk, projectId],
  );
}

/** Every change of the caller's verdict on an item, the newest first. */
export function useVerdictHistory(itemId: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.verdicts(itemId), "history"],
    queryFn: ({ signal }) => client.verdicts.history({ itemId }, { signal }),
  });
}

/** Everybody's verdicts on an item; asked for only when the person wants to see them. */
export function useEverybodysVerdicts(itemId: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.verdicts(itemId), "all"],
    queryFn: ({ signal }) => client.verdicts.all({ itemId }, { signal }),
  });
}

/** Who has verdicts in a project, and on how many items. */
export function useReviewers(projectId: number) {
  const client = useClient();
  return useQuery({
    queryKey: keys.reviewers(projectId),
    queryFn: ({ signal }) => client.verdicts.reviewers({ projectId }, { signal }),
  });
}
