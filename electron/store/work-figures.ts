import { type Expression, type RawBuilder, sql } from "kysely";
import { among, jsonField } from "./dialect.ts";
import type { ReadHandle } from "./handles.ts";
import { isNoAttentionItem } from "./opinions.ts";
import { asFlag, query } from "./query.ts";

// Of the items in `blind` what people said counts nowhere: who asks has yet to judge them.

/** How many items a reviewer first gave a label on a day (UTC). */
export interface DayOfWork {
  day: string;
  reviewer: string;
  items: number;
}

/** The time between two labels of a reviewer, one after the other, in seconds; longer than a pause is left out. */
export interface TimePerItem {
  reviewer: string;
  seconds: number;
}

/** So long after the last label a reviewer is taken to have been away, in seconds. */
export const pauseSeconds = 15 * 60;

/** First labels that were given on this machine: what files brought, and attention items, are no work on items. */
const firstLabels = (projectId: number, blind: readonly number[]) =>
  query
    .selectFrom("verdict_event as e")
    .select((of) => ["e.reviewer", "e.item_id", of.fn.min("e.at").as("at")])
    .where("e.project_id", "=", projectId)
    .where("e.action", "=", "save")
    .where((of) => jsonField(of.ref("e.judgement"), "label"), "is not", null)
    .where((of) => isNoAttentionItem(of.ref("e.item_id")))
    .where("e.item_id", "not in", among(blind))
    .groupBy(["e.reviewer", "e.item_id"]);

/** The day of a time, as the first ten letters of ISO 8601 have it. */
const dayOf = (at: Expression<string>): RawBuilder<string> => sql`substr(${at}, 1, 10)`;

/** Labels by day and reviewer, the oldest day first. */
export async function daysOfWork(
  db: ReadHandle,
  projectId: number,
  blind: readonly number[],
): Promise<DayOfWork[]> {
  return db.all(
    query
      .selectFrom(firstLabels(projectId, blind).as("first"))
      .select((of) => [
        dayOf(of.ref("first.at")).as("day"),
        "first.reviewer",
        of.fn.countAll<number>().as("items"),
      ])
      .groupBy(["day", "first.reviewer"])
      .orderBy("day")
      .orderBy("first.reviewer"),
  );
}

/** How many items got their first label of anybody on each day with work, the oldest first. */
export async function newItemsByDay(
  db: ReadHandle,
  projectId: number,
  blind: readonly number[],
): Promise<number[]> {
  const items = query
    .selectFrom(firstLabels(projectId, blind).as("first"))
    .select((of) => dayOf(of.fn.min("first.at")).as("day"))
    .groupBy("first.item_id");
  return (
    await db.all(
      query
        .selectFrom(items.as("item"))
        .select((of) => ["item.day", of.fn.countAll<number>().as("items")])
        .groupBy("item.day")
        .orderBy("item.day"),
    )
  ).map((row) => row.items);
}

/** How many opinions have each label, by its id; attention items are left out. */
export async function opinionsByLabel(
  db: ReadHandle,
  projectId: number,
  blind: readonly number[],
): Promise<{ label: string; opinions: number }[]> {
  const rows = await db.all(
    query
      .selectFrom("verdict as v")
      .select((of) => ["v.label", of.fn.countAll<number>().as("opinions")])
      .where("v.project_id", "=", projectId)
      .where("v.label", "is not", null)
      .where((of) => isNoAttentionItem(of.ref("v.item_id")))
      .where("v.item_id", "not in", among(blind))
      .groupBy("v.label")
      .orderBy("v.label"),
  );
  return rows.flatMap(({ label, opinions }) => (label === null ? [] : [{ label, opinions }]));
}

/** The times between labels, by reviewer. */
export async function timesPerItem(
  db: ReadHandle,
  projectId: number,
  blind: readonly number[],
): Promise<TimePerItem[]> {
  const labels = await db.all(
    query
      .selectFrom(firstLabels(projectId, blind).as("first"))
      .select(["first.reviewer", "first.at"])
      .orderBy("first.reviewer")
      .orderBy("first.at"),
  );
  const times = labels.flatMap(({ reviewer, at }, index) => {
    const before = labels[index - 1];
    if (before?.reviewer !== reviewer) return [];
    const seconds = (Date.parse(at) - Date.parse(before.at)) / 1000;
    return seconds <= pauseSeconds ? [{ reviewer, seconds }] : [];
  });
  const byReviewer = Map.groupBy(times, ({ reviewer }) => reviewer);
  return [...byReviewer.values()].flatMap((own) => own.sort((one, other) => one.seconds - other.seconds));
}

/** How many items of a project there are to judge, have a label, have two, and are settled. Attention items are none of them. */
export async function itemProgress(
  db: ReadHandle,
  projectId: number,
  blind: readonly number[],
): Promise<{ items: number; labelled: number; double: number; settled: number }> {
  const items = query
    .selectFrom("item")
    .where("item.project_id", "=", projectId)
    .where((of) => isNoAttentionItem(of.ref("item.id")))
    .select((of) => [
      of
        .selectFrom("verdict as v")
        .select((verdict) => verdict.fn.count<number>("v.label").as("labels"))
        .whereRef("v.item_id", "=", "item.id")
        .where("v.item_id", "not in", among(blind))
        .as("opinions"),
      asFlag(
        of.exists(
          of
            .selectFrom("consensus as c")
            .select("c.item_id")
            .whereRef("c.item_id", "=", "item.id")
            .where("c.item_id", "not in", among(blind)),
        ),
      ).as("settled"),
    ]);
  return db.one(
    query
      .selectFrom(items.as("item"))
      .select((of) => [
        of.fn.countAll<number>().as("items"),
        of.fn.countAll<number>().filterWhere("item.opinions", ">", 0).as("labelled"),
        of.fn.countAll<number>().filterWhere("item.opinions", ">", 1).as("double"),
        of.fn.countAll<number>().filterWhere("item.settled", "=", 1).as("settled"),
      ]),
  );
}
