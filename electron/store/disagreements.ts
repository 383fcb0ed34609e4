import type { InboxFilter, InboxRow } from "#shared/contract/disagreements.ts";
import { consensusOnItems } from "./consensus.ts";
import type { ReadHandle } from "./handles.ts";
import { isOpenQuestion } from "./opinion-questions.ts";
import { queueRows } from "./queue.ts";

const isSettled = "EXISTS (SELECT 1 FROM consensus WHERE item_id = v.item_id)";

const inState: Record<InboxFilter["state"], string> = {
  open: `NOT ${isSettled}`,
  asked: `NOT ${isSettled} AND EXISTS (SELECT 1 FROM opinion_question q WHERE q.item_id = v.item_id AND ${isOpenQuestion})`,
  settled: isSettled,
};

/** Items with known answers are nobody's to settle. */
const isOrdinary = `NOT EXISTS (SELECT 1 FROM check_item c WHERE c.project_id = @projectId AND c.item_id = v.item_id)`;

/** The items of a project on which labels differ, in project order; those with known answers are left out. */
export function disagreeingIds(db: ReadHandle, projectId: number, { state }: InboxFilter): number[] {
  const rows = db
    .sql(
      `SELECT item_id FROM verdict v WHERE project_id = @projectId AND label IS NOT NULL
       GROUP BY item_id HAVING min(label) <> max(label) AND ${inState[state]} AND ${isOrdinary} ORDER BY item_id`,
    )
    .raw()
    .all({ projectId }) as [number][];
  return rows.map(([id]) => id);
}

/** The labels on each open item of a project, in project order; items with known answers are left out. */
export function openLabels(db: ReadHandle, projectId: number): Map<number, string[]> {
  const rows = db
    .sql(
      `SELECT item_id, label, count(*) FROM verdict WHERE project_id = @projectId AND label IS NOT NULL
         AND item_id NOT IN (SELECT item_id FROM consensus WHERE project_id = @projectId)
         AND item_id NOT IN (SELECT item_id FROM check_item WHERE project_id = @projectId)
       GROUP BY item_id, label ORDER BY item_id, label`,
    )
    .raw()
    .all({ projectId }) as [number, string, number][];
  const labels = new Map<number, string[]>();
  for (const [itemId, label, people] of rows) {
    const said = Array<string>(people).fill(label);
    labels.set(itemId, [...(labels.get(itemId) ?? []), ...said]);
  }
  return labels;
}

/** The lines of the given items, in the order asked; an id that is not there has no line. */
export function inboxRows(db: ReadHandle, projectId: number, itemIds: readonly number[]): InboxRow[] {
  const given = db
    .sql(
      `SELECT v.item_id AS itemId, label, count(*) AS people FROM json_each(?) asked CROSS JOIN verdict v ON v.item_id = asked.value
       WHERE label IS NOT NULL GROUP BY v.item_id, label ORDER BY v.item_id, label`,
    )
    .all(JSON.stringify(itemIds)) as { itemId: number; label: string; people: number }[];
  const opinions = Map.groupBy(given, ({ itemId }) => itemId);
  const settled = consensusOnItems(db, itemIds);
  return queueRows(db, projectId, "", itemIds).map(({ itemId, index, dbId, question, ex }) => ({
    ...{ itemId, index, dbId, question, ex, settledAs: settled.get(itemId)?.label ?? null },
    opinions: Object.fromEntries((opinions.get(itemId) ?? []).map(({ label, people }) => [label, people])),
  }));
}
