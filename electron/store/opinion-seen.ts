import type { ReadHandle, WriteHandle } from "./handles.ts";

const firstSeen = `FROM json_each(@ids) asked
  WHERE NOT EXISTS (SELECT 1 FROM opinion_seen s WHERE s.item_id = asked.value AND s.reviewer = @reviewer)
    AND (EXISTS (SELECT 1 FROM verdict v WHERE v.item_id = asked.value AND v.reviewer <> @reviewer AND v.label IS NOT NULL)
      OR EXISTS (SELECT 1 FROM consensus c WHERE c.item_id = asked.value))`;

/** On which of these items it is recorded that the reviewer has seen what others said, and whether there are more of which it has to be. */
export function seenOf(
  db: ReadHandle,
  reviewer: string,
  itemIds: readonly number[],
): { seen: number[]; hasNew: boolean } {
  const ids = JSON.stringify(itemIds);
  const { first } = db.sql(`SELECT EXISTS (SELECT 1 ${firstSeen}) AS first`).get({ ids, reviewer }) as {
    first: number;
  };
  const rows = db
    .sql(
      `SELECT s.item_id FROM json_each(?) asked CROSS JOIN opinion_seen s ON s.item_id = asked.value AND s.reviewer = ?`,
    )
    .raw()
    .all(ids, reviewer) as [number][];
  return { seen: rows.map(([id]) => id), hasNew: first === 1 };
}

/** From now on the reviewer knows what others said of those items of which anybody else said something. */
export function putSeen(db: WriteHandle, reviewer: string, itemIds: readonly number[]): void {
  db.sql(
    `INSERT INTO opinion_seen (item_id, reviewer, seq)
     SELECT asked.value, @reviewer, coalesce((SELECT max(seq) FROM verdict_event), 0) ${firstSeen}`,
  ).run({ ids: JSON.stringify(itemIds), reviewer });
}

/** Changes with every import. */
export const newestImport = (db: ReadHandle): string =>
  (
    db.sql("SELECT coalesce(max(imported_at), '') || ' ' || count(*) AS newest FROM source").get() as {
      newest: string;
    }
  ).newest;
