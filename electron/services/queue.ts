import type { QueueCounts, QueueFilter, QueueRow } from "#shared/contract/queue.ts";
import { differenceKinds } from "#shared/domain/difference.ts";
import type { Item } from "#shared/domain/item.ts";
import type { Verdict } from "#shared/domain/verdict.ts";
import { differenceKindsOf } from "../store/evaluations.ts";
import { databaseCounts, itemById, systemsOf } from "../store/items.ts";
import { reviewerName } from "../store/people.ts";
import { queueCounts, queueIds, queueRows } from "../store/queue.ts";
import { verdictOf } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { isBoundToSlots, leaseToRenew, renew } from "./slots-on-save.ts";
import { unknownItem } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
}

/** What the queue shows to the caller: verdicts in it are the caller's own. */
export function createQueueService({ workspace, now }: Dependencies) {
  return {
    ids: async (
      { projectId, filter }: { projectId: number; filter: QueueFilter },
      { actor }: CallContext,
    ): Promise<number[]> =>
      queueIds(
        workspace.autocommit,
        projectId,
        await reviewerName(workspace.autocommit, actor),
        filter,
        await isBoundToSlots(workspace.autocommit, projectId, actor),
      ),

    rows: async (
      { projectId, itemIds }: { projectId: number; itemIds: number[] },
      { actor }: CallContext,
    ): Promise<QueueRow[]> =>
      queueRows(workspace.autocommit, projectId, await reviewerName(workspace.autocommit, actor), itemIds),

    counts: async ({ projectId }: { projectId: number }, { actor }: CallContext): Promise<QueueCounts> =>
      workspace.read(async (db) =>
        queueCounts(db, projectId, await reviewerName(db, actor), await isBoundToSlots(db, projectId, actor)),
      ),

    facets: async ({ projectId }: { projectId: number }) =>
      workspace.read(async (db) => {
        const occurring = new Set(await differenceKindsOf(db, projectId));
        return {
          dbIds: (await databaseCounts(db, projectId)).map(({ dbId }) => dbId),
          systems: await systemsOf(db, projectId),
          differences: differenceKinds.filter((kind) => occurring.has(kind)),
        };
      }),

    async item(
      { itemId }: { itemId: number },
      { actor }: CallContext,
    ): Promise<{ item: Item; verdict: Verdict }> {
      const at = now().toISOString();
      const { holder, isToRenew, ...found } = await workspace.read(async (db) => {
        const item = await itemById(db, itemId);
        if (!item) throw unknownItem(itemId);
        const holder = { projectId: item.projectId, reviewer: await reviewerName(db, actor) };
        const [isToRenew, verdict] = await Promise.all([
          leaseToRenew(db, holder, itemId, at),
          verdictOf(db, holder.projectId, itemId, holder.reviewer),
        ]);
        return { item, holder, isToRenew, verdict };
      });
      // Whoever opens an item that they took is at work on it.
      if (isToRenew) await workspace.write((db) => renew(db, holder, itemId, at));
      return found;
    },
  };
}
