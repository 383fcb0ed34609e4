import type { OpenItem, SlotPlan } from "#shared/domain/slot.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { teamMembersOf } from "./members.ts";
import { query } from "./query.ts";
import {
  addExtra,
  type By,
  freeSlot,
  putFinished,
  type Share,
  shareOf,
  slotOn,
  slotPlanOf,
  takeSlot,
} from "./slots.ts";

/** Gives the items of a project so many slots each; opinions that its people gave before take theirs. */
export async function putSlotPlan(db: WriteHandle, projectId: number, plan: SlotPlan, by: By): Promise<void> {
  const row = { overlap: plan.overlap, lease_minutes: plan.leaseMinutes };
  await db.run(
    query
      .insertInto("slot_plan")
      .values({ project_id: projectId, ...row })
      .onConflict((same) => same.column("project_id").doUpdateSet(row)),
  );
  await fillSlots(db, projectId);
  await dropSurplus(db, projectId, plan.overlap);
  await seatOpinions(db, projectId, by);
}

/** Takes a project's slots away: nobody owes anything any more, and what was finished stays on record. */
export async function removeSlotPlan(db: WriteHandle, projectId: number, by: By): Promise<void> {
  await freeAll(db, heldOpen(projectId), { projectId, action: "take-back", by });
  await db.run(query.deleteFrom("slot_plan").where("project_id", "=", projectId));
  await db.run(
    query.deleteFrom("opinion_slot").where("project_id", "=", projectId).where("reviewer", "is", null),
  );
}

/** Gives slots to those items of a project that have fewer than its plan says, as new ones do. */
export async function fillSlots(db: WriteHandle, projectId: number): Promise<void> {
  const overlap = (await slotPlanOf(db, projectId))?.overlap ?? 0;
  for (let number = 1; number <= overlap; number += 1)
    await db.run(
      query
        .insertInto("opinion_slot")
        .columns(["item_id", "number", "project_id", "idx"])
        .expression((of) =>
          of
            .selectFrom("item")
            .select((item) => ["item.id", item.val(number).as("number"), "item.project_id", "item.idx"])
            .where("item.project_id", "=", projectId)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom("opinion_slot as s")
                    .select("s.number")
                    .whereRef("s.item_id", "=", "item.id")
                    .where("s.number", "=", number),
                ),
              ),
            )
            .where(
              (item) =>
                item
                  .selectFrom("opinion_slot as s")
                  .select((slot) => slot.fn.countAll<number>().as("slots"))
                  .whereRef("s.item_id", "=", "item.id"),
              "<",
              overlap,
            ),
        ),
    );
}

/** Takes slots that nobody holds away where an item has more than the plan says. */
async function dropSurplus(db: WriteHandle, projectId: number, overlap: number): Promise<void> {
  const surplus = query
    .selectFrom("opinion_slot as s")
    .select(["s.item_id as itemId", "s.number"])
    .where("s.project_id", "=", projectId)
    .where("s.reviewer", "is", null)
    .where(
      (of) =>
        of
          .selectFrom("opinion_slot as other")
          .select((slot) => slot.fn.countAll<number>().as("slots"))
          .whereRef("other.item_id", "=", "s.item_id")
          .where((slot) =>
            slot.or([
              slot("other.reviewer", "is not", null),
              slot("other.number", "<=", slot.ref("s.number")),
            ]),
          ),
      ">",
      overlap,
    );
  for (const { itemId, number } of await db.all(surplus))
    await db.run(query.deleteFrom("opinion_slot").where("item_id", "=", itemId).where("number", "=", number));
}

/** The opinions that people of the project gave before it had slots, or as extra ones, take slots. */
async function seatOpinions(db: WriteHandle, projectId: number, by: By): Promise<void> {
  const people = (await teamMembersOf(db, projectId, by.at)).map(({ name }) => name);
  const given = await db.all(
    query
      .selectFrom("verdict as v")
      .select(["v.item_id as itemId", "v.reviewer", "v.saved_at as at"])
      .where("v.project_id", "=", projectId)
      .where("v.reviewer", "in", among(people))
      .where("v.label", "is not", null)
      .orderBy("v.item_id")
      .orderBy("v.saved_at"),
  );
  for (const { itemId, reviewer, at } of given) {
    const holder = { projectId, reviewer };
    if ((await slotOn(db, itemId, reviewer)) !== null) continue;
    const how = { action: "give", leaseUntil: null, handOut: null } as const;
    if (!(await takeSlot(db, itemId, holder, how, by))) await addExtra(db, itemId, holder, by);
    const slot = await slotOn(db, itemId, reviewer);
    if (slot !== null) await putFinished(db, slot, at);
  }
}

/** The slots of a project whose holders owe an opinion. */
const heldOpen = (projectId: number) =>
  query
    .selectFrom("opinion_slot")
    .select(["item_id as itemId", "number", "reviewer"])
    .where("project_id", "=", projectId)
    .where("reviewer", "is not", null)
    .where("finished_at", "is", null)
    .orderBy("idx");

/** Makes nobody's what a person holds and owes an opinion on; answers how many slots it were. */
export const freeSlotsOf = (
  db: WriteHandle,
  { projectId, reviewer }: { projectId: number; reviewer: string },
  action: "return" | "take-back",
  by: By,
): Promise<number> =>
  freeAll(db, heldOpen(projectId).where("reviewer", "=", reviewer), { projectId, action, by });

/** Takes back what was given at once, as far as nothing was said of it yet. */
export const undoHandOut = (db: WriteHandle, projectId: number, handOut: string, by: By): Promise<number> =>
  freeAll(db, heldOpen(projectId).where("hand_out", "=", handOut), { projectId, action: "take-back", by });

async function freeAll(
  db: WriteHandle,
  slots: Awaited<ReturnType<typeof heldOpen>>,
  { projectId, action, by }: { projectId: number; action: "return" | "take-back"; by: By },
): Promise<number> {
  const found = await db.all(slots);
  for (const { reviewer, ...place } of found)
    await freeSlot(db, place, { projectId, reviewer: reviewer ?? "" }, action, by);
  return found.length;
}

/** Sets what is expected of a person. */
export async function putShare(
  db: WriteHandle,
  { projectId, reviewer }: { projectId: number; reviewer: string },
  { quota, dueOn }: Share,
): Promise<void> {
  const row = { quota, due_on: dueOn };
  await db.run(
    query
      .insertInto("slot_share")
      .values({ project_id: projectId, reviewer, ...row })
      .onConflict((same) => same.columns(["project_id", "reviewer"]).doUpdateSet(row)),
  );
}

/** How far a project is, in slots. */
export async function slotTotals(
  db: ReadHandle,
  projectId: number,
): Promise<{ free: number; open: number; finished: number }> {
  return db.one(
    query
      .selectFrom("opinion_slot")
      .select((of) => [
        of.fn.countAll<number>().filterWhere("reviewer", "is", null).as("free"),
        of.fn
          .countAll<number>()
          .filterWhere("reviewer", "is not", null)
          .filterWhere("finished_at", "is", null)
          .as("open"),
        of.fn.countAll<number>().filterWhere("finished_at", "is not", null).as("finished"),
      ])
      .where("project_id", "=", projectId),
  );
}

/** How far one person is, in slots. */
export interface HolderFigures extends Share {
  reviewer: string;
  open: number;
  finished: number;
  /** Opinions for which their item had no slot left. */
  extra: number;
  /** Slots that they took and did not judge in time. */
  expired: number;
  /** When a slot of theirs changed last. */
  lastAt: string | null;
}

/** Everybody who may hold a slot in a project, or does, by name; of items `kept` from who asks only who is done is told, not when. */
export async function holdersOf(
  db: ReadHandle,
  projectId: number,
  now: string,
  kept: readonly number[] = [],
): Promise<HolderFigures[]> {
  const counted = await db.all(
    query
      .selectFrom("opinion_slot")
      .select((of) => [
        "reviewer",
        of.fn.countAll<number>().filterWhere("finished_at", "is", null).as("open"),
        of.fn.countAll<number>().filterWhere("finished_at", "is not", null).as("finished"),
      ])
      .where("project_id", "=", projectId)
      .where("reviewer", "is not", null)
      .groupBy("reviewer"),
  );
  const events = await db.all(
    query
      .selectFrom("slot_event")
      .select((of) => [
        "reviewer",
        of.fn.countAll<number>().filterWhere("action", "=", "extra").as("extra"),
        of.fn.countAll<number>().filterWhere("action", "=", "expire").as("expired"),
        of.fn.max("at").as("lastAt"),
      ])
      .where("project_id", "=", projectId)
      .where("item_id", "not in", among(kept))
      .groupBy("reviewer"),
  );
  const judging = (await teamMembersOf(db, projectId, now)).filter(({ roles }) =>
    roles.some((role) => role !== "annotator"),
  );
  const names = new Set([
    ...judging.map(({ name }) => name),
    ...counted.map(({ reviewer }) => reviewer ?? ""),
  ]);
  return Array.fromAsync([...names].sort(), async (reviewer) => {
    const slots = counted.find((one) => one.reviewer === reviewer);
    const told = events.find((one) => one.reviewer === reviewer);
    return {
      ...{ reviewer, open: slots?.open ?? 0, finished: slots?.finished ?? 0 },
      ...{ extra: told?.extra ?? 0, expired: told?.expired ?? 0, lastAt: told?.lastAt ?? null },
      ...(await shareOf(db, { projectId, reviewer })),
    };
  });
}

/** Of which items slots are to be given. */
export interface ItemRange {
  dbId: string | null;
  /** Positions in the project, from 0, both included. */
  from: number | null;
  to: number | null;
}

/** The items with slots that nobody holds, in project order, and whom of `people` each cannot be given to. */
export async function openItems(
  db: ReadHandle,
  projectId: number,
  { dbId, from, to }: ItemRange,
  people: readonly string[],
): Promise<OpenItem[]> {
  let free = query
    .selectFrom("opinion_slot as s")
    .innerJoin("item", "item.id", "s.item_id")
    .select((of) => ["s.item_id as itemId", "item.db_id as dbId", of.fn.countAll<number>().as("free")])
    .where("s.project_id", "=", projectId)
    .where("s.reviewer", "is", null)
    .where("s.item_id", "not in", (of) =>
      of
        .selectFrom("check_item")
        .select("item_id")
        .where("project_id", "=", projectId)
        .where("kind", "=", "qualification"),
    )
    .groupBy(["s.item_id", "item.db_id", "s.idx"])
    .orderBy("s.idx");
  if (dbId !== null) free = free.where("item.db_id", "=", dbId);
  if (from !== null) free = free.where("s.idx", ">=", from);
  if (to !== null) free = free.where("s.idx", "<=", to);
  const notFor = await peopleOfItems(db, projectId, people);
  return (await db.all(free)).map((item) => ({ ...item, notFor: notFor.get(item.itemId) ?? new Set() }));
}

/** Who of these holds a slot of an item, has judged it, or knows what others said of it. */
async function peopleOfItems(
  db: ReadHandle,
  projectId: number,
  people: readonly string[],
): Promise<Map<number, Set<string>>> {
  const asked = among(people);
  const rows = [
    ...(await db.all(
      query
        .selectFrom("opinion_slot")
        .select(["item_id as itemId", "reviewer"])
        .where("project_id", "=", projectId)
        .where("reviewer", "in", asked),
    )),
    ...(await db.all(
      query
        .selectFrom("verdict")
        .select(["item_id as itemId", "reviewer"])
        .where("project_id", "=", projectId)
        .where("reviewer", "in", asked)
        .where("label", "is not", null),
    )),
    ...(await db.all(
      query
        .selectFrom("opinion_seen as seen")
        .innerJoin("item", "item.id", "seen.item_id")
        .select(["seen.item_id as itemId", "seen.reviewer"])
        .where("item.project_id", "=", projectId)
        .where("seen.reviewer", "in", asked),
    )),
  ];
  const found = new Map<number, Set<string>>();
  for (const { itemId, reviewer } of rows) {
    const names = found.get(itemId) ?? new Set();
    found.set(itemId, names.add(reviewer ?? ""));
  }
  return found;
}
