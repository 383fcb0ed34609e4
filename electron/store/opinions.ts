import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { difficultyOf, jsonField, listedRows } from "./dialect.ts";
import type { ReadHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { settingsOfProject } from "./settings.ts";
import { parsed } from "./tables/column-types.ts";

/** What counts of a reviewer's verdicts on an item: the newest, and the one from before they could see another's: the newest, if they never could. */
export interface OpinionRow {
  itemId: number;
  reviewer: string;
  label: string | null;
  skipped: boolean;
  savedAt: string;
  independent: { label: string | null; skipped: boolean; savedAt: string } | null;
}

/** Whether an item is none of those that show whether reviewers still look: these have no part in figures. */
export const isNoAttentionItem = (itemId: Expression<number>): RawBuilder<SqlBool> =>
  sql`not exists ${query
    .selectFrom("check_item")
    .select("item_id")
    .where("item_id", "=", itemId)
    .where("kind", "=", "attention")}`;

/** The opinions on the given items, by item and reviewer. Attention items have none; nor has a consensus. */
export async function opinionRows(db: ReadHandle, itemIds: readonly number[]): Promise<OpinionRow[]> {
  const rows = await db.all(
    query
      .selectFrom(listedRows(itemIds).as("asked"))
      .crossJoin("verdict as v")
      .leftJoin("opinion_seen as s", (join) =>
        join.onRef("s.item_id", "=", "v.item_id").onRef("s.reviewer", "=", "v.reviewer"),
      )
      .whereRef("v.item_id", "=", "asked.value")
      .where((of) => isNoAttentionItem(of.ref("v.item_id")))
      .select(["v.item_id as itemId", "v.reviewer", "v.label", "v.skipped", "v.saved_at as savedAt"])
      .select((of) => [
        "s.seq as seen",
        of
          .case()
          .when("s.seq", "is not", null)
          .then(
            of
              .selectFrom("verdict_event as e")
              .select((event) => event.fn.max<number | null>("e.revision").as("revision"))
              .whereRef("e.item_id", "=", "v.item_id")
              .whereRef("e.reviewer", "=", "v.reviewer")
              .whereRef("e.seq", "<=", "s.seq")
              .$asScalar(),
          )
          .end()
          .as("before"),
      ])
      .orderBy("v.item_id")
      .orderBy("v.reviewer"),
  );
  return Array.fromAsync(rows, async ({ before, skipped, seen, ...row }) => ({
    ...row,
    skipped: skipped === 1,
    independent: seen === null ? { ...row, skipped: skipped === 1 } : await independentAt(db, row, before),
  }));
}

/** A reviewer's verdict at a revision, in the words that the project uses now; null where there was none. */
async function independentAt(
  db: ReadHandle,
  { itemId, reviewer }: { itemId: number; reviewer: string },
  revision: number | null,
): Promise<OpinionRow["independent"]> {
  if (revision === null) return null;
  const event = await db.one(eventAt({ itemId, reviewer, revision }));
  const said = parsed(event.judgement);
  const label = said.label === null ? null : await presentName(db, event.projectId, said.label, event.seq);
  return { label, skipped: said.skipped, savedAt: event.savedAt };
}

const eventAt = compiledOnce((of: { itemId: number; reviewer: string; revision: number }) =>
  query
    .selectFrom("verdict_event")
    .select(["seq", "project_id as projectId", "judgement", "at as savedAt"])
    .where("item_id", "=", of.itemId)
    .where("reviewer", "=", of.reviewer)
    .where("revision", "=", of.revision),
);

/** What a label of an event is called now: only what is said at the time of a renaming is renamed, this may be said no more. */
async function presentName(db: ReadHandle, projectId: number, label: string, seq: number): Promise<string> {
  const declared = (await settingsOfProject(db, projectId))["review.form"].labels;
  if (declared.some(({ id }) => id === label)) return label;
  const renames = await db.all(
    query
      .selectFrom("verdict_event as e")
      .innerJoin("verdict_event as before", (join) =>
        join
          .onRef("before.item_id", "=", "e.item_id")
          .onRef("before.reviewer", "=", "e.reviewer")
          .on((of) => of("before.revision", "=", of("e.revision", "-", of.lit(1)))),
      )
      .select((of) => [
        jsonField(of.ref("before.judgement"), "label").as("was"),
        jsonField(of.ref("e.judgement"), "label").as("became"),
      ])
      .where("e.project_id", "=", projectId)
      .where("e.action", "=", "rename")
      .where("e.seq", ">", seq)
      .groupBy(["was", "became"])
      .orderBy((of) => of.fn.min("e.seq")),
  );
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

/** The items of a project behind an item, in the order of their ids, at most so many. */
export async function groupedItems(
  db: ReadHandle,
  projectId: number,
  { behind, most }: { behind: number; most: number },
): Promise<GroupedItem[]> {
  return db.all(
    query
      .selectFrom("item")
      .leftJoin("evaluation as e", (join) =>
        join.onRef("e.project_id", "=", "item.project_id").onRef("e.item_id", "=", "item.id"),
      )
      .select(["item.id as itemId", "item.db_id as dbId", "e.ex_set as exSet", "e.ex_multiset as exMultiset"])
      .select((of) => difficultyOf(of.ref("item.id")).as("difficulty"))
      // +: found by their ids, not by an index that would have to be sorted each time.
      .where((of) => of(sql<number>`+${of.ref("item.project_id")}`, "=", projectId))
      .where("item.id", ">", behind)
      .orderBy("item.id")
      .limit(most),
  );
}
