import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { QueueRow } from "#shared/contract/queue.ts";
import type { Judgement, Verdict } from "#shared/domain/verdict.ts";
import type { UndoDirection } from "../ui/undo.ts";
import { neverFresh, useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { useShownDraft } from "./drafts.ts";
import { useFlushOnLeave } from "./flush-on-leave.ts";
import { keys } from "./keys.ts";
import { type OwnOfPerson, useOwnOfPerson } from "./own-of-person.ts";
import { blankVerdict, VerdictDrafts, type VerdictState } from "./verdict-drafts.ts";

const draftsOf: OwnOfPerson<VerdictDrafts> = new WeakMap();

/** The verdicts of whoever is at this window, the same on every screen. */
export function useVerdictDrafts(): VerdictDrafts {
  const queries = useQueryClient();
  return useOwnOfPerson(draftsOf, (client, mirror) => {
    const onJudged = (itemId: number, judgement: Judgement) => showInQueue(queries, itemId, judgement);
    return new VerdictDrafts({ client, mirror, onJudged });
  });
}

/** Puts a verdict into the cached lines of the queue, before the back end reports it. */
function showInQueue(queries: QueryClient, itemId: number, judgement: Judgement): void {
  const { label, skipped, flagged } = judgement;
  queries.setQueriesData<QueueRow[]>(
    { predicate: ({ queryKey }) => queryKey[0] === "queue" && queryKey[2] === "rows" },
    (rows) => {
      const at = rows?.findIndex((row) => row.itemId === itemId) ?? -1;
      if (rows === undefined || at < 0) return rows;
      return rows.map((row, index) => (index === at ? { ...row, label, skipped, flagged } : row));
    },
  );
}

/** The caller's verdict on an item as it is in this window, empty until the item has come. */
export const useVerdictState = (itemId: number): VerdictState =>
  useShownDraft(useVerdictDrafts().of(itemId)).state ?? blankVerdict;

/** Sends the verdicts that are being typed before the screen, the window or the page is left. */
export function useFlushVerdictsOnLeave(): void {
  const drafts = useVerdictDrafts();
  useFlushOnLeave(useCallback(() => drafts.flush(), [drafts]));
}

/** A verdict as it is after an undo or redo, and as it was before; null: that is not known in this window. */
export interface UndoneVerdict {
  verdict: Verdict;
  before: Judgement | null;
}

/** Takes the caller's latest change in a project back, or puts it on again; null where there is none. */
export function useUndo(projectId: number): (direction: UndoDirection) => Promise<UndoneVerdict | null> {
  const client = useClient();
  const drafts = useVerdictDrafts();
  return useCallback(
    async (direction) => {
      await drafts.flush();
      const verdict = await client.verdicts[direction]({ projectId });
      if (verdict === null) return null;
      const draft = drafts.of(verdict.itemId);
      const before = draft.state()?.saved.value ?? null;
      draft.tookBack(verdict);
      return { verdict, before };
    },
    [client, drafts, projectId],
  );
}

/** Every change of the caller's verdict on an item, the newest first. */
export const useVerdictHistory = (itemId: number) =>
  useAnswer([...keys.verdicts(itemId), "history"], (client, options) =>
    client.verdicts.history({ itemId }, options),
  );

/** The caller's own verdicts on related items, the newest first. */
export const useEarlierVerdicts = (itemId: number) =>
  useAnswer([...keys.earlierVerdicts, itemId], (client, options) =>
    client.verdicts.earlier({ itemId }, options),
  );

/** What others said of an item, null where the person may not see it; asked for only when they want to. */
export const useOthersVerdicts = (itemId: number) =>
  useAnswer(
    [...keys.verdicts(itemId), "others"],
    (client, options) => client.verdicts.others({ itemId }, options),
    neverFresh,
  );

/** Who has verdicts in a project, and on how many items. */
export const useReviewers = (projectId: number) =>
  useAnswer(keys.reviewers(projectId), (client, options) =>
    client.verdicts.reviewers({ projectId }, options),
  );
