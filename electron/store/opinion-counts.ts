import type { ReadHandle, WriteHandle } from "./handles.ts";
import { type OpinionRow, opinionRows } from "./opinions.ts";

/** Opinions as each was before its reviewer could see another, or as they are now. */
export type OpinionStage = "independent" | "discussed";

/** Items of one database with the same opinions: how many people gave each label, and how many have none. */
export interface OpinionCount {
  dbId: string;
  labels: Record<string, number>;
  /** People who skipped the item. */
  skipped: number;
  /** People whose every opinion came after they could see another; 0 after discussion. */
  seen: number;
  items: number;
}

/** The counts of a project, as of the newest `countItems`. */
export function opinionCounts(db: ReadHandle, projectId: number, stage: OpinionStage): OpinionCount[] {
  const rows = db
    .sql("SELECT db_id AS dbId, opinions, items FROM opinion_count WHERE project_id = ? AND stage = ?")
    .all(projectId, stage) as { dbId: string; opinions: string; items: number }[];
  return rows.map(({ dbId, opinions, items }) => {
    const {
      "*skipped": skipped = 0,
      "*seen": seen = 0,
      ...labels
    } = JSON.parse(opinions) as Record<string, number>;
    return { dbId, labels, skipped, seen, items };
  });
}

/** How many items of a project have to be counted anew. */
export function uncountedItems(db: ReadHandle, projectId: number): number {
  const row = db.sql("SELECT count(*) AS n FROM uncounted_item WHERE project_id = ?").get(projectId);
  return (row as { n: number }).n;
}

/** Counts items whose opinions have changed, at most so many; the answer is how many it were. */
export function countItems(db: WriteHandle, projectId: number, most: number): number {
  const ids = db
    .sql("SELECT item_id AS id FROM uncounted_item WHERE project_id = ? LIMIT ?")
    .all(projectId, most)
    .map((row) => (row as { id: number }).id);
  const changes = new Map<string, CountChange>();
  const counted = wasCounted(db, ids);
  const opinions = Map.groupBy(opinionRows(db, ids), ({ itemId }) => itemId);
  for (const { id, dbId } of itemsOf(db, ids)) {
    const own = opinions.get(id) ?? [];
    const now = { id, dbId, independent: textOf(own, "independent"), discussed: textOf(own, "discussed") };
    addChange(changes, counted.get(id), -1);
    addChange(changes, dbId === null ? undefined : now, 1);
    putCounted(db, projectId, now);
  }
  for (const { stage, dbId, text, items } of changes.values())
    changeCount(db, projectId, stage, dbId, text, items);
  db.sql("DELETE FROM opinion_count WHERE project_id = ? AND items = 0").run(projectId);
  db.sql(
    "DELETE FROM uncounted_item WHERE project_id = ? AND item_id IN (SELECT value FROM json_each(?))",
  ).run(projectId, JSON.stringify(ids));
  return ids.length;
}

interface CountedItem {
  id: number;
  /** Null of an item that is gone. */
  dbId: string | null;
  independent: string;
  discussed: string;
}

function itemsOf(db: ReadHandle, ids: readonly number[]): Pick<CountedItem, "id" | "dbId">[] {
  return db
    .sql("SELECT value AS id, db_id AS dbId FROM json_each(?) LEFT JOIN item ON item.id = value")
    .all(JSON.stringify(ids)) as Pick<CountedItem, "id" | "dbId">[];
}

function wasCounted(db: ReadHandle, ids: readonly number[]): Map<number, CountedItem> {
  const rows = db
    .sql(
      `SELECT item_id AS id, db_id AS dbId, independent, discussed FROM counted_item
       WHERE item_id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids)) as CountedItem[];
  return new Map(rows.map((row) => [row.id, row]));
}

function putCounted(
  db: WriteHandle,
  projectId: number,
  { id, dbId, independent, discussed }: CountedItem,
): void {
  if (dbId === null || discussed === none) db.sql("DELETE FROM counted_item WHERE item_id = ?").run(id);
  else
    db.sql("INSERT OR REPLACE INTO counted_item VALUES (?, ?, ?, ?, ?)").run(
      id,
      projectId,
      dbId,
      independent,
      discussed,
    );
}

interface CountChange {
  stage: OpinionStage;
  dbId: string;
  text: string;
  items: number;
}

function addChange(changes: Map<string, CountChange>, item: CountedItem | undefined, items: number): void {
  if (item === undefined || item.dbId === null) return;
  for (const stage of ["independent", "discussed"] as const) {
    const text = item[stage];
    if (text === none) continue;
    const key = JSON.stringify([stage, item.dbId, text]);
    const change = changes.get(key) ?? { stage, dbId: item.dbId, text, items: 0 };
    changes.set(key, { ...change, items: change.items + items });
  }
}

function changeCount(
  db: WriteHandle,
  projectId: number,
  ...[stage, dbId, text, items]: [OpinionStage, string, string, number]
): void {
  if (items === 0) return;
  db.sql(
    `INSERT INTO opinion_count VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (project_id, stage, db_id, opinions) DO UPDATE SET items = items + excluded.items`,
  ).run(projectId, stage, dbId, text, items);
}

/** Nobody has said anything. */
const none = "{}";

/** The opinions on one item as the text under which it is counted. */
function textOf(opinions: readonly OpinionRow[], stage: OpinionStage): string {
  const counts = new Map<string, number>();
  for (const opinion of opinions) {
    const at = stage === "discussed" ? opinion : opinion.independent;
    const name =
      at === null
        ? opinion.label === null
          ? null
          : "*seen"
        : (at.label ?? (at.skipped ? "*skipped" : null));
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return JSON.stringify(Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1))));
}
