import { keepPreviousData } from "@tanstack/react-query";
import type { InboxFilter, InboxRow } from "#shared/contract/disagreements.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { useRowsByPage } from "./rows-by-page.ts";

/** Whether the person at this window may see every opinion of a project, and settle them; undefined until it is known. */
export const useInboxAccess = (projectId: number): { seesAll: boolean; settles: boolean } | undefined =>
  useAnswer([...keys.disagreements(projectId), "mine"], (client, options) =>
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
