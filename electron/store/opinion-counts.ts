import { among, listedRows } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { type OpinionRow, opinionRows } from "./opinions.ts";
import { compiledOnce, query } from "./query.ts";
import { type JsonText, jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

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

/** The counts of a project, as of the newest `countItems`, without the items that are `blind` to who asks. */
export async function opinionCounts(
  db: ReadHandle,
  projectId: number,
  stage: OpinionStage,
  blind: ReadonlySet<number> = new Set(),
): Promise<OpinionCount[]> {
  const left = new Map<string, number>();
  for (const { dbId, ...item } of (await wasCounted(db, [...blind])).values()) {
    const key = JSON.stringify([dbId, item[stage]]);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const rows = await db.all(
    query
      .selectFrom("opinion_count")
      .select(["db_id as dbId", "opinions", "items"])
      .where("project_id", "=", projectId)
      .where("stage", "=", stage),
  );
  return rows.flatMap(({ dbId, opinions, items: all }) => {
    const items = all - (left.get(JSON.stringify([dbId, opinions])) ?? 0);
    if (items === 0) return [];
    const { "*skipped": skipped = 0, "*seen": seen = 0, ...labels } = parsed(opinions);
    return { dbId, labels, skipped, seen, items };
  });
}

/** How many items of a project have to be counted anew. */
export async function uncountedItems(db: ReadHandle, projectId: number): Promise<number> {
  const { items } = await db.one(
    query
      .selectFrom("uncounted_item")
      .select((of) => of.fn.countAll<number>().as("items"))
      .where("project_id", "=", projectId),
  );
  return items;
}

/** Counts items whose opinions have changed, at most so many; the answer is how many it were. */
export async function countItems(db: WriteHandle, projectId: number, most: number): Promise<number> {
  const ids = await db.values(
    query.selectFrom("uncounted_item").select("item_id").where("project_id", "=", projectId).limit(most),
  );
  const changes = new Map<string, CountChange>();
  const counted = await wasCounted(db, ids);
  const opinions = Map.groupBy(await opinionRows(db, ids), ({ itemId }) => itemId);
  for (const { id, dbId } of await itemsOf(db, ids)) {
    const own = opinions.get(id) ?? [];
    const now = { id, dbId, independent: textOf(own, "independent"), discussed: textOf(own, "discussed") };
    addChange(changes, counted.get(id), -1);
    addChange(changes, dbId === null ? undefined : now, 1);
    await putCounted(db, projectId, now);
  }
  for (const change of changes.values()) await changeCount(db, projectId, change);
  await db.run(query.deleteFrom("opinion_count").where("project_id", "=", projectId).where("items", "=", 0));
  await db.run(
    query.deleteFrom("uncounted_item").where("project_id", "=", projectId).where("item_id", "in", among(ids)),
  );
  return ids.length;
}

/** How many people said each label of an item. */
type OpinionsText = JsonText<Record<string, number>>;

interface CountedItem {
  id: number;
  /** Null of an item that is gone. */
  dbId: string | null;
  independent: OpinionsText;
  discussed: OpinionsText;
}

async function itemsOf(db: ReadHandle, ids: readonly number[]): Promise<Pick<CountedItem, "id" | "dbId">[]> {
  return db.all(
    query
      .selectFrom(listedRows(ids).as("asked"))
      .leftJoin("item", "item.id", "asked.value")
      .select(["asked.value as id", "item.db_id as dbId"]),
  );
}

async function wasCounted(db: ReadHandle, ids: readonly number[]): Promise<Map<number, CountedItem>> {
  const rows = await db.all(
    query
      .selectFrom("counted_item")
      .select(["item_id as id", "db_id as dbId", "independent", "discussed"])
      .where("item_id", "in", among(ids)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function putCounted(
  db: WriteHandle,
  projectId: number,
  { id, dbId, independent, discussed }: CountedItem,
): Promise<void> {
  if (dbId === null || discussed === none) await db.run(dropCounted({ id }));
  else
    await db.run(insertCounted({ item_id: id, project_id: projectId, db_id: dbId, independent, discussed }));
}

const dropCounted = compiledOnce(({ id }: { id: number }) =>
  query.deleteFrom("counted_item").where("item_id", "=", id),
);

const insertCounted = compiledOnce(({ item_id, ...counted }: NewRow<"counted_item">) =>
  query
    .insertInto("counted_item")
    .values({ item_id, ...counted })
    .onConflict((same) => same.column("item_id").doUpdateSet(counted)),
);

interface CountChange {
  stage: OpinionStage;
  dbId: string;
  text: OpinionsText;
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

async function changeCount(
  db: WriteHandle,
  projectId: number,
  { stage, dbId, text, items }: CountChange,
): Promise<void> {
  if (items === 0) return;
  await db.run(
    query
      .insertInto("opinion_count")
      .values({ project_id: projectId, stage, db_id: dbId, opinions: text, items })
      .onConflict((same) =>
        same
          .columns(["project_id", "stage", "db_id", "opinions"])
          .doUpdateSet((of) => ({ items: of("opinion_count.items", "+", of.ref("excluded.items")) })),
      ),
  );
}

/** Nobody has said anything. */
const none: OpinionsText = jsonText({});

/** The opinions on one item as the text under which it is counted. */
function textOf(opinions: readonly OpinionRow[], stage: OpinionStage): OpinionsText {
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
  return jsonText(Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1))));
}
