import { setImmediate } from "node:timers/promises";
import { mayJudge } from "#shared/domain/member.ts";
import type { OpenItem, SlotPlan } from "#shared/domain/slot.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, Transactions, WriteHandle } from "./handles.ts";
import { teamMembersOf } from "./members.ts";
import { query } from "./query.ts";
import {
  addExtra,
  type By,
  evenOut,
  freeSlots,
  putFinished,
  type Share,
  shareOf,
  slotOn,
  slotPlanOf,
  takeSlot,
} from "./slots.ts";

/** So many items get their slots in one transaction: others wait for no more than that. */
const placedTogether = 400;

/**
 * Gives the items of a project so many slots each; opinions that its people gave before take theirs. Slots are made in pieces, between
 * which others have their turn; nobody sees them before the last transaction, which puts the plan. What is left behind where that never
 * comes is never seen either, and serves the next plan.
 */
export async function setSlotPlan(
  workspace: Transactions,
  projectId: number,
  plan: SlotPlan,
  by: By,
): Promise<void> {
  for (let isPut = false; !isPut; ) {
    const { itemIds, ...before } = await workspace.read((db) => stateBefore(db, projectId));
    const people = await workspace.read((db) => namesOf(db, projectId, by));
    const making = { projectId, plan, by, before, people };
    const left: number[] = [];
    for (let from = 0; from < itemIds.length; from += placedTogether) {
      const some = itemIds.slice(from, from + placedTogether);
      left.push(...(await workspace.write((db) => placeSome(db, making, some))));
      await setImmediate();
    }
    isPut = await workspace.write(async (db) =>
      // Somebody may have come meanwhile.
      putPlan(db, { ...making, people: await namesOf(db, projectId, by) }, left),
    );
  }
}

/** What a plan is made on: the one that is there, the items, and from where on changes came meanwhile. */
interface Before {
  overlap: number | null;
  lastItem: number;
  lastSlotEvent: number;
  lastVerdictEvent: number;
}

async function stateBefore(db: ReadHandle, projectId: number): Promise<Before & { itemIds: number[] }> {
  const last = (table: "slot_event" | "verdict_event") =>
    db.one(query.selectFrom(table).select((of) => of.fn.max<number | null>("seq").as("seq")));
  const itemIds = await db.values(
    query.selectFrom("item").select("id").where("project_id", "=", projectId).orderBy("idx"),
  );
  return {
    itemIds,
    overlap: (await slotPlanOf(db, projectId))?.overlap ?? null,
    lastItem: itemIds.reduce((most, id) => Math.max(most, id), 0),
    lastSlotEvent: (await last("slot_event")).seq ?? 0,
    lastVerdictEvent: (await last("verdict_event")).seq ?? 0,
  };
}

interface MakingPlan {
  projectId: number;
  plan: SlotPlan;
  by: By;
  before: Before;
  /** The members whose opinions take slots. */
  people: readonly string[];
}

const namesOf = async (db: ReadHandle, projectId: number, { at }: By): Promise<string[]> =>
  (await teamMembersOf(db, projectId, at)).map(({ name }) => name);

/** Makes what some items lack where nobody sees it yet; answers those that are left to the last transaction. */
async function placeSome(db: WriteHandle, making: MakingPlan, itemIds: readonly number[]): Promise<number[]> {
  const { projectId, plan, before } = making;
  await fillSlots(db, projectId, { above: before.overlap ?? 0, overlap: plan.overlap, itemIds });
  const left = await unevenItems(db, itemIds, plan.overlap);
  if (before.overlap === null) {
    await seatOpinions(db, making, itemIds);
    return left;
  }
  return [...left, ...(await unseated(db, making, itemIds)).map(({ itemId }) => itemId)];
}

/** The items that would have more or fewer slots than a plan says. */
async function unevenItems(db: ReadHandle, itemIds: readonly number[], overlap: number): Promise<number[]> {
  const counted = await db.all(
    query
      .selectFrom("opinion_slot")
      .select((of) => [
        "item_id as itemId",
        of.fn.countAll<number>().filterWhere("reviewer", "is not", null).as("held"),
        of.fn
          .countAll<number>()
          .filterWhere("reviewer", "is", null)
          .filterWhere("number", "<=", overlap)
          .as("free"),
      ])
      .where("item_id", "in", among(itemIds))
      .groupBy("item_id"),
  );
  return counted.filter(({ held, free }) => free !== Math.max(0, overlap - held)).map(({ itemId }) => itemId);
}

/** Puts the plan, with what came meanwhile; false where another plan did. */
async function putPlan(db: WriteHandle, making: MakingPlan, left: readonly number[]): Promise<boolean> {
  const { projectId, plan, before } = making;
  if (((await slotPlanOf(db, projectId))?.overlap ?? null) !== before.overlap) return false;
  const row = { overlap: plan.overlap, lease_minutes: plan.leaseMinutes };
  await db.run(
    query
      .insertInto("slot_plan")
      .values({ project_id: projectId, ...row })
      .onConflict((same) => same.column("project_id").doUpdateSet(row)),
  );
  const changed = [...new Set([...left, ...(await itemsSince(db, projectId, before))])];
  await returnUnsaid(db, making, changed);
  for (const itemId of changed) await evenOut(db, { itemId, projectId }, plan.overlap);
  await seatOpinions(db, making, changed);
  return true;
}

/** The items that came, or whose slots or opinions changed, since. */
async function itemsSince(
  db: ReadHandle,
  projectId: number,
  { overlap, lastItem, lastSlotEvent, lastVerdictEvent }: Before,
): Promise<number[]> {
  const since = (table: "slot_event" | "verdict_event", seq: number) =>
    db.values(
      query
        .selectFrom(table)
        .select("item_id")
        .distinct()
        .where("project_id", "=", projectId)
        .where("seq", ">", seq),
    );
  const added = await db.all(
    query.selectFrom("item").select(["id", "project_id as of"]).where("id", ">", lastItem),
  );
  return [
    ...added.flatMap((item) => (item.of === projectId ? [item.id] : [])),
    ...(await since("verdict_event", lastVerdictEvent)),
    // Where there was no plan, slots changed by this making alone.
    ...(overlap === null ? [] : await since("slot_event", lastSlotEvent)),
  ];
}

/** Frees the slots of opinions that were seated and taken back while the plan was made. */
async function returnUnsaid(
  db: WriteHandle,
  { projectId, by, before }: MakingPlan,
  itemIds: readonly number[],
): Promise<void> {
  if (before.overlap !== null) return;
  const unsaid = await db.all(
    query
      .selectFrom("opinion_slot as s")
      .innerJoin("verdict as v", (on) =>
        on.onRef("v.item_id", "=", "s.item_id").onRef("v.reviewer", "=", "s.reviewer"),
      )
      .select(["s.item_id as itemId", "s.number", "v.reviewer"])
      .where("s.item_id", "in", among(itemIds))
      .where("v.label", "is", null),
  );
  await freeSlots(db, unsaid, { projectId, action: "return", by });
}

/** Takes a project's slots away: nobody owes anything any more, and what was finished stays on record. */
export async function removeSlotPlan(db: WriteHandle, projectId: number, by: By): Promise<void> {
  await freeSlots(db, await db.all(heldOpen(projectId)), { projectId, action: "take-back", by });
  await db.run(query.deleteFrom("slot_plan").where("project_id", "=", projectId));
}

/** Gives slots to those items that have fewer than a plan says: with the numbers above one, and of some items. */
async function fillSlots(
  db: WriteHandle,
  projectId: number,
  { above, overlap, itemIds }: { above: number; overlap: number; itemIds: readonly number[] | null },
): Promise<void> {
  for (let number = above + 1; number <= overlap; number += 1)
    await db.run(
      query
        .insertInto("opinion_slot")
        .columns(["item_id", "number", "project_id", "idx"])
        .expression((of) => {
          const lacking = of
            .selectFrom("item")
            .select((item) => ["item.id", item.val(number).as("number"), "item.project_id", "item.idx"])
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
                  .whereRef("s.item_id", "=", "item.id")
                  .where((slot) =>
                    slot.or([slot("s.reviewer", "is not", null), slot("s.number", "<=", overlap)]),
                  ),
              "<",
              overlap,
            );
          // Some items are found by their ids alone: a condition on the project would have all of it looked through.
          return itemIds === null
            ? lacking.where("item.project_id", "=", projectId)
            : lacking.where("item.id", "in", among(itemIds));
        }),
    );
}

/** Gives slots to items of a project that have fewer than its plan says, as new ones do. */
export async function fillSlotsOfPlan(db: WriteHandle, projectId: number): Promise<void> {
  const overlap = (await slotPlanOf(db, projectId))?.overlap ?? 0;
  await fillSlots(db, projectId, { above: 0, overlap, itemIds: null });
}

/** The opinions on some items that people of the project gave and that have no slot, the oldest first. */
async function unseated(db: ReadHandle, { projectId, people }: MakingPlan, itemIds: readonly number[]) {
  return db.all(
    query
      .selectFrom("verdict as v")
      .select(["v.item_id as itemId", "v.reviewer", "v.saved_at as at"])
      .where("v.project_id", "=", projectId)
      .where("v.item_id", "in", among(itemIds))
      .where("v.reviewer", "in", among(people))
      .where("v.label", "is not", null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("opinion_slot as s")
              .select("s.number")
              .whereRef("s.item_id", "=", "v.item_id")
              .whereRef("s.reviewer", "=", "v.reviewer"),
          ),
        ),
      )
      .orderBy("v.item_id")
      .orderBy("v.saved_at"),
  );
}

/** The opinions that people of the project gave before it had slots, or as extra ones, take slots. */
async function seatOpinions(db: WriteHandle, making: MakingPlan, itemIds: readonly number[]): Promise<void> {
  const { projectId, plan, by } = making;
  const how = { action: "give", leaseUntil: null, handOut: null, overlap: plan.overlap } as const;
  for (const { itemId, reviewer, at } of await unseated(db, making, itemIds)) {
    const holder = { projectId, reviewer };
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
export const freeSlotsOf = async (
  db: WriteHandle,
  { projectId, reviewer }: { projectId: number; reviewer: string },
  action: "return" | "take-back",
  by: By,
): Promise<number> => {
  const held = await db.all(heldOpen(projectId).where("reviewer", "=", reviewer));
  return freeSlots(db, held, { projectId, action, by });
};

/** Takes back what was given at once, as far as nothing was said of it yet. */
export const undoHandOut = async (
  db: WriteHandle,
  projectId: number,
  handOut: string,
  by: By,
): Promise<number> => {
  const given = await db.all(heldOpen(projectId).where("hand_out", "=", handOut));
  return freeSlots(db, given, { projectId, action: "take-back", by });
};

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
  const overlap = (await slotPlanOf(db, projectId))?.overlap ?? 0;
  return db.one(
    query
      .selectFrom("opinion_slot")
      .select((of) => [
        of.fn
          .countAll<number>()
          .filterWhere("reviewer", "is", null)
          .filterWhere("number", "<=", overlap)
          .as("free"),
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
  /** When they last took a slot, finished it or opened it again. */
  lastAt: string | null;
}

/** What a person does with a slot; the other actions are done to them, or by time. */
const ownActions = ["claim", "finish", "reopen", "extra"] as const;

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
        of.fn.max("at").filterWhere("action", "in", ownActions).as("lastAt"),
      ])
      .where("project_id", "=", projectId)
      .where("item_id", "not in", among(kept))
      .groupBy("reviewer"),
  );
  const judging = (await teamMembersOf(db, projectId, now)).filter(({ roles }) => mayJudge(roles));
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
  const overlap = (await slotPlanOf(db, projectId))?.overlap ?? 0;
  let free = query
    .selectFrom("opinion_slot as s")
    .innerJoin("item", "item.id", "s.item_id")
    .select((of) => ["s.item_id as itemId", "item.db_id as dbId", of.fn.countAll<number>().as("free")])
    .where("s.project_id", "=", projectId)
    .where("s.reviewer", "is", null)
    .where("s.number", "<=", overlap)
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
