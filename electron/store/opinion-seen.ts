import type { ReadHandle, WriteHandle } from "./handles.ts";

const firstSeen = `FROM json_each(@ids) asked
  WHERE NOT EXISTS (SELECT 1 FROM opinion_seen s WHERE s.item_id = asked.value AND s.reviewer = @reviewer)
    AND (EXISTS (SELECT 1 FROM verdict v WHERE v.item_id = asked.value AND v.reviewer <> @reviewer AND v.label IS NOT NULL)
      OR EXISTS (SELECT 1 FROM consensus c WHERE c.item_id = asked.value))`;

/** Whether a reviewer sees for the first time what somebody else said of one of these items. */
export function seesForTheFirstTime(db: ReadHandle, reviewer: string, itemIds: readonly number[]): boolean {
  const ids = JSON.stringify(itemIds);
  const { first } = db.sql(`SELECT EXISTS (SELECT 1 ${firstSeen}) AS first`).get({ ids, reviewer }) as {
    first: number;
  };
  return first === 1;
}

/** From now on the reviewer knows what others said of those items of which anybody else said something. */
export function putSeen(db: WriteHandle, reviewer: string, itemIds: readonly number[]): void {
  db.sql(
    `INSERT INTO opinion_seen (item_id, reviewer, seq)
     SELECT asked.value, @reviewer, coalesce((SELECT max(seq) FROM verdict_event), 0) ${firstSeen}`,
  ).run({ ids: JSON.stringify(itemIds), reviewer });
}
