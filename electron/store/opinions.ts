import type { ReadHandle } from "./handles.ts";
import { settingsOfProject } from "./settings.ts";

/** What counts of a reviewer's verdicts on an item: the newest, and the one from before they could see another's. */
export interface OpinionRow {
  itemId: number;
  reviewer: string;
  label: string | null;
  skipped: boolean;
  savedAt: string;
  /** Whether the reviewer could see another opinion at some time; if not, the independent one is the newest. */
  hasSeen: boolean;
  independent: { label: string | null; skipped: boolean; savedAt: string } | null;
}

type Stored = Omit<OpinionRow, "skipped" | "hasSeen" | "independent"> & {
  skipped: number;
  hasSeen: number;
  before: number | null;
};

/** The opinions on the given items, by item and reviewer. Attention items have none; nor has a consensus. */
export function opinionRows(db: ReadHandle, itemIds: readonly number[]): OpinionRow[] {
  const rows = db
    .sql(
      `SELECT v.item_id AS itemId, v.reviewer, v.label, v.skipped, v.saved_at AS savedAt, s.seq IS NOT NULL AS hasSeen,
         CASE WHEN s.seq IS NOT NULL THEN (SELECT max(e.revision) FROM verdict_event e
           WHERE e.item_id = v.item_id AND e.reviewer = v.reviewer AND e.seq <= s.seq) END AS before
       FROM json_each(?) ids JOIN verdict v ON v.item_id = ids.value
       LEFT JOIN opinion_seen s ON s.item_id = v.item_id AND s.reviewer = v.reviewer
       WHERE NOT EXISTS (SELECT 1 FROM check_item c WHERE c.item_id = v.item_id AND c.kind = 'attention')
       ORDER BY v.item_id, v.reviewer`,
    )
    .all(JSON.stringify(itemIds)) as Stored[];
  return rows.map(({ before, skipped, hasSeen, ...row }) => ({
    ...{ ...row, skipped: skipped === 1, hasSeen: hasSeen === 1 },
    independent: hasSeen === 1 ? independentAt(db, row, before) : { ...row, skipped: skipped === 1 },
  }));
}

/** A reviewer's verdict at a revision, in the words that the project uses now; null where there was none. */
function independentAt(
  db: ReadHandle,
  { itemId, reviewer }: { itemId: number; reviewer: string },
  revision: number | null,
): OpinionRow["independent"] {
  if (revision === null) return null;
  const event = db
    .sql(
      `SELECT seq, project_id AS projectId, json_extract(judgement, '$.label') AS label,
         json_extract(judgement, '$.skipped') AS skipped, at AS savedAt
       FROM verdict_event WHERE item_id = ? AND reviewer = ? AND revision = ?`,
    )
    .get(itemId, reviewer, revision) as NonNullable<OpinionRow["independent"]> & {
    seq: number;
    projectId: number;
  };
  const label = event.label === null ? null : presentName(db, event.projectId, event.label, event.seq);
  return { label, skipped: Boolean(event.skipped), savedAt: event.savedAt };
}

/** What a label of an event is called now: only what is said at the time of a renaming is renamed, this may be said no more. */
function presentName(db: ReadHandle, projectId: number, label: string, seq: number): string {
  const declared = settingsOfProject(db, projectId)["review.form"].labels;
  if (declared.some(({ id }) => id === label)) return label;
  const renames = db
    .sql(
      `SELECT json_extract(was.judgement, '$.label') AS was, json_extract(e.judgement, '$.label') AS became
       FROM verdict_event e JOIN verdict_event was
         ON was.item_id = e.item_id AND was.reviewer = e.reviewer AND was.revision = e.revision - 1
       WHERE e.project_id = ? AND e.action = 'rename' AND e.seq > ? GROUP BY 1, 2 ORDER BY min(e.seq)`,
    )
    .all(projectId, seq) as { was: string | null; became: string | null }[];
  return renames.reduce((name, { was, became }) => (was === name ? (became ?? name) : name), label);
}

/** An item as figures are grouped by it. */
export interface GroupedItem {
  itemId: number;
  dbId: string;
  /** As the file of the item has it under "difficulty" or "hardness". */
  difficulty: string | null;
  exSet: number | null;
  exMultiset: number | null;
}

/** The items of a project behind an item, in the order of their ids, at most so many. (+: found by their ids, not by an index that would have to be sorted each time.) */
export function groupedItems(
  db: ReadHandle,
  projectId: number,
  { behind, most }: { behind: number; most: number },
): GroupedItem[] {
  return db
    .sql(
      `SELECT item.id AS itemId, db_id AS dbId, ex_set AS exSet, ex_multiset AS exMultiset,
         (SELECT coalesce(json_extract(text, '$.difficulty'), json_extract(text, '$.hardness')) FROM item_occurrence o
          WHERE o.item_id = item.id AND (instr(text, '"difficulty"') OR instr(text, '"hardness"')) AND json_valid(text)
          LIMIT 1) AS difficulty
       FROM item LEFT JOIN evaluation e ON e.project_id = item.project_id AND e.item_id = item.id
       WHERE +item.project_id = ? AND item.id > ? ORDER BY item.id LIMIT ?`,
    )
    .all(projectId, behind, most) as GroupedItem[];
}
