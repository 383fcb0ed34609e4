import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type { QueueFilter, QueueRow } from "#shared/contract/queue.ts";
import type { Item } from "#shared/domain/item.ts";
import { useAnswer } from "./answers.ts";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { useProjects } from "./projects.ts";
import { useRowsByPage } from "./rows-by-page.ts";
import { useVerdictDrafts } from "./verdicts.ts";

/**
 * The ids of the items that pass a filter, in project order. They stay until they are asked for anew (`generation`), or items come
 * or go: an item that was just labelled must not vanish from under the reviewer's hands.
 */
const queueIdsQuery = (
  client: Client,
  projectId: number,
  filter: QueueFilter,
  age: { generation: number; items: number | undefined },
) =>
  queryOptions({
    queryKey: [...keys.queueIds(projectId), filter, age],
    queryFn: ({ signal }) => client.queue.ids({ projectId, filter }, { signal }),
    staleTime: "static",
  });

/** The queue as filtered: while another filter is asked for, the former ids stay on screen. */
export function useQueueIds(projectId: number, filter: QueueFilter, generation: number) {
  const items = useProjects().find(({ id }) => id === projectId)?.itemCount;
  return useQuery({
    ...queueIdsQuery(useClient(), projectId, filter, { generation, items }),
    placeholderData: keepPreviousData,
  });
}

/** How far the caller is in a project. */
export const useQueueCounts = (projectId: number) =>
  useAnswer(keys.queueCounts(projectId), (client, options) => client.queue.counts({ projectId }, options));

/** What the filters can offer. */
export const useQueueFacets = (projectId: number) =>
  useAnswer(keys.queueFacets(projectId), (client, options) => client.queue.facets({ projectId }, options));

/** The lines of the queue that are on screen, by their position in `ids`; undefined while they are on their way. */
export function useQueueRows(
  projectId: number,
  ids: readonly number[],
  first: number,
  last: number,
): (index: number) => QueueRow | undefined {
  const client = useClient();
  const load = (itemIds: number[]) => client.queue.rows({ projectId, itemIds });
  return useRowsByPage({ queryKey: keys.queueRows(projectId), load }, ids, first, last);
}

/** One item whole, with the caller's verdict and what they typed and did not save. */
const itemQuery = (client: Client, itemId: number) =>
  queryOptions({
    queryKey: keys.item(itemId),
    queryFn: async ({ signal }) => {
      const [{ item, verdict }, draft] = await Promise.all([
        client.queue.item({ itemId }, { signal }),
        client.verdicts.draft({ itemId }, { signal }),
      ]);
      return { item, verdict, draft };
    },
  });

/** The item on screen; the one before stays there until the next has come. */
export function useItem(itemId: number) {
  return useQuery({ ...itemQuery(useClient(), itemId), placeholderData: keepPreviousData });
}

/** Asks for an item before it is shown; null where it cannot be had. */
export function useAskItem(queries: QueryClient): (itemId: number) => Promise<Item | null> {
  const client = useClient();
  const drafts = useVerdictDrafts();
  return useCallback(
    async (itemId) => {
      try {
        const { item, verdict, draft } = await queries.query(itemQuery(client, itemId));
        drafts.of(itemId).open(verdict, draft);
        return item;
      } catch {
        // It is asked for again, and its error shown, when the item is on screen.
        return null;
      }
    },
    [client, drafts, queries],
  );
}

/** How long, in milliseconds, the unlabelled items are taken as known; this window's own verdicts count at once. */
const unlabelledFreshMs = 60_000;

/** The ids of the unlabelled items, to be asked for when a person wants the next of them. */
export function useAskUnlabelled(projectId: number): () => Promise<ReadonlySet<number>> {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    async () =>
      new Set(
        await queries.query({
          queryKey: ["unlabelled", projectId],
          staleTime: unlabelledFreshMs,
          queryFn: ({ signal }) =>
            client.queue.ids({ projectId, filter: { label: "unlabelled" } }, { signal }),
        }),
      ),
    [client, queries, projectId],
  );
}
