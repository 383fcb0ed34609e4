import type { InboxFilter, InboxRow } from "#shared/contract/disagreements.ts";
import type { ReadHandle } from "./handles.ts";
import { queueRows } from "./queue.ts";

/** The items of a project on which labels differ, in project order; those with known answers are nobody's to settle. */
export function disagreeingIds(db: ReadHandle, projectId: number, { state }: InboxFilter): number[] {
  const settled = "EXISTS (SELECT 1 FROM consensus WHERE item_id = v.item_id)";
  const rows = db
    .sql(
      `SELECT item_id FROM verdict v WHERE project_id = @projectId AND label IS NOT NULL
       GROUP BY item_id HAVING min(label) <> max(label) AND ${state === "settled" ? settled : `NOT ${settled}`}
         AND NOT EXISTS (SELECT 1 FROM check_item c WHERE c.project_id = @projectId AND c.item_id = v.item_id)
       ORDER BY item_id`,
    )
    .raw()
    .all({ projectId }) as [number][];
  return rows.map(([id]) => id);
}

/** The lines of the given items, in the order asked; an id that is not there has no line. */
export function inboxRows(db: ReadHandle, projectId: number, itemIds: readonly number[]): InboxRow[] {
  const ids = JSON.stringify(itemIds);
  const given = db
    .sql(
      `SELECT v.item_id AS itemId, label, count(*) AS people FROM json_each(?) asked CROSS JOIN verdict v ON v.item_id = asked.value
       WHERE label IS NOT NULL GROUP BY v.item_id, label ORDER BY v.item_id, label`,
    )
    .all(ids) as { itemId: number; label: string; people: number }[];
  const opinions = Map.groupBy(given, ({ itemId }) => itemId);
  const settled = new Map(
    db
      .sql("SELECT item_id, label FROM consensus WHERE item_id IN (SELECT value FROM json_each(?))")
      .raw()
      .all(ids) as [number, string][],
  );
  return queueRows(db, projectId, "", itemIds).map(({ itemId, index, dbId, question, ex }) => ({
    ...{ itemId, index, dbId, question, ex, settledAs: settled.get(itemId) ?? null },
    opinions: Object.fromEntries((opinions.get(itemId) ?? []).map(({ label, people }) => [label, people])),
  }));
}
