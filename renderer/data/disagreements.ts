import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Disagreement, InboxFilter, InboxRow, RuleOutcome } from "#shared/contract/disagreements.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { ConsensusRule, Settlement } from "#shared/domain/consensus.ts";
import type { UndoDirection } from "../ui/undo.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { withJob } from "./jobs.ts";
import { keys } from "./keys.ts";
import { useRowsByPage } from "./rows-by-page.ts";

/** Whether the person at this window may see every opinion of a project, and settle them; undefined until it is known. */
export const useInboxAccess = (projectId: number): { seesAll: boolean; settles: boolean } | undefined =>
  useAnswer([...keys.disagreementAccess, projectId], (client, options) =>
    client.disagreements.mine({ projectId }, options),
  ).data;

/** The ids of the items on which opinions differ; those of a former filter stay on screen while others are asked for. */
export const useInboxIds = (projectId: number, filter: InboxFilter, generation: number) =>
  useAnswer(
    [...keys.disagreements(projectId), "ids", filter, generation],
    (client, options) => client.disagreements.ids({ projectId, filter }, options),
    // What was settled stays in the list until it is asked for anew: nothing vanishes from under one's hands.
    { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  );

/** The lines of the inbox that are on screen, by their position in `ids`; undefined while they are on their way. */
export function useInboxRows(
  projectId: number,
  ids: readonly number[],
  first: number,
  last: number,
): (index: number) => InboxRow | undefined {
  const client = useClient();
  const load = (itemIds: number[]) => client.disagreements.rows({ projectId, itemIds });
  return useRowsByPage({ queryKey: keys.disagreementRows(projectId), load }, ids, first, last);
}

/** What everybody said of an item and what it is settled as; the item before stays there until the next has come. */
export const useDisagreement = (itemId: number) =>
  useAnswer(keys.disagreement(itemId), (client, options) => client.disagreements.item({ itemId }, options), {
    placeholderData: keepPreviousData,
  });

/** What an adjudicator does with an item: settles it on an opinion or a verdict of their own, reopens it, asks somebody about theirs. */
export type InboxAct =
  | { kind: "settle"; on: { opinion: string } | Pick<Settlement, "label" | "diagnoses" | "notes"> }
  | { kind: "reopen" }
  | { kind: "ask"; opinion: string; question: string };

/** Does something with an item, on what of it is on screen. */
export function useInboxAct(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ shown: { itemId, revision }, act }: { shown: Disagreement; act: InboxAct }) => {
      const saveId = crypto.randomUUID();
      switch (act.kind) {
        case "settle":
          return client.disagreements.settle({ itemId, revision, saveId, on: act.on });
        case "reopen":
          return client.disagreements.reopen({ itemId, revision, saveId });
        case "ask":
          return client.disagreements.ask({ itemId, opinion: act.opinion, question: act.question });
      }
    },
    onSuccess: (now) => {
      queries.setQueryData(keys.disagreement(now.itemId), now);
      // Nobody waits for the lines of the list.
      void queries.invalidateQueries({ queryKey: keys.disagreementRows(projectId) });
    },
    onError: () => queries.invalidateQueries({ queryKey: keys.everyDisagreement }),
  });
}

/** Takes the person's latest change in the inbox back, or puts it on again; null where there is none. */
export function useInboxUndo(
  projectId: number,
): (direction: UndoDirection) => Promise<{ itemId: number | null; items: number } | null> {
  const client = useClient();
  return (direction) => client.disagreements[direction]({ projectId });
}

/** By which rule all open items are settled that have so many opinions. */
export interface InboxRule {
  rule: ConsensusRule;
  atLeast: number;
}

/** What settling by a rule would come to. */
export const useRulePreview = (projectId: number, rule: InboxRule) =>
  useAnswer<RuleOutcome>(
    [...keys.disagreements(projectId), "rule", rule],
    (client, options) => client.disagreements.previewRule({ projectId, ...rule }, options),
    { staleTime: 0 },
  );

/** Starts to settle every open item by a rule. */
export function useSettleByRule(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rule: InboxRule) =>
      client.disagreements.settleByRule({ projectId, ...rule, saveId: crypto.randomUUID() }),
    onSuccess: (job) => queries.setQueryData<Job[]>(keys.jobs, (jobs = []) => withJob(jobs, job)),
  });
}

/** What adjudicators ask the person at this window, the oldest first. */
export const useAskedOfMe = (projectId: number) =>
  useAnswer(keys.askedOfMe(projectId), (client, options) =>
    client.disagreements.askedOfMe({ projectId }, options),
  );
