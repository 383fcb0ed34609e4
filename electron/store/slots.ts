import { mostOpenClaims, type NoClaim, type SlotAction, type SlotPlan } from "#shared/domain/slot.ts";
import { listedRows } from "./dialect.ts";
import { allOf, type QueryHandle, type ReadHandle, type WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";

/** Somebody in a project. */
export interface Holder {
  projectId: number;
  reviewer: string;
}

/** Who makes a change, and when. */
export interface By {
  actor: string;
  at: string;
}

/** How many opinions the items of a project are to get; null where it has no slots. */
export async function slotPlanOf(db: QueryHandle, projectId: number): Promise<SlotPlan | null> {
  const plan = await db.first(planQuery({ projectId }));
  return plan ?? null;
}

const planQuery = compiledOnce(
  ({ projectId }: { projectId: number }) =>
    query
      .selectFrom("slot_plan")
      .select(["overlap", "lease_minutes as leaseMinutes"])
      .where("project_id", "=", projectId),
  { isRemembered: true },
);

/** A slot with its holder. */
export interface HeldSlot {
  itemId: number;
  number: number;
  leaseUntil: string | null;
  finishedAt: string | null;
}

const held = query
  .selectFrom("opinion_slot")
  .select(["item_id as itemId", "number", "lease_until as leaseUntil", "finished_at as finishedAt"]);

const slotQuery = compiledOnce(({ itemId, reviewer }: { itemId: number; reviewer: string }) =>
  held.where("item_id", "=", itemId).where("reviewer", "=", reviewer),
);

/** The slot of a person on an item. */
export const slotOn = async (db: ReadHandle, itemId: number, reviewer: string): Promise<HeldSlot | null> =>
  (await db.first(slotQuery({ itemId, reviewer }))) ?? null;

/** The slots that a person holds in a project, in its order. */
export const slotsOfReviewer = (db: ReadHandle, { projectId, reviewer }: Holder): Promise<HeldSlot[]> =>
  db.all(held.where("project_id", "=", projectId).where("reviewer", "=", reviewer).orderBy("idx"));

/** Those of the items on which a person holds a slot and owes an opinion: there they are blind, whatever else they may see. */
export async function itemsOwed(
  db: ReadHandle,
  { projectId, reviewer }: Holder,
  itemIds: readonly number[] | null = null,
): Promise<ReadonlySet<number>> {
  const owed = query
    .selectFrom("opinion_slot as s")
    .select("s.item_id")
    .where("s.project_id", "=", projectId)
    .where("s.reviewer", "=", reviewer)
    .where("s.finished_at", "is", null);
  if (itemIds === null) return new Set(await db.values(owed));
  const asked = query.selectFrom(listedRows(itemIds).as("asked")).select("asked.value");
  return new Set(await db.values(owed.where("s.item_id", "in", asked)));
}

/** Whether a person held a slot of an item once, and lost it again. */
export const hasHeld = async (db: ReadHandle, itemId: number, reviewer: string): Promise<boolean> =>
  (await db.first(
    query
      .selectFrom("slot_event")
      .select("seq")
      .where("item_id", "=", itemId)
      .where("reviewer", "=", reviewer)
      .limit(1),
  )) !== undefined;

const expiredSlots = compiledOnce(({ projectId, at }: { projectId: number; at: string }) =>
  query
    .selectFrom("opinion_slot")
    .select(["item_id as itemId", "number", "reviewer"])
    .where("project_id", "=", projectId)
    .where("lease_until", "<=", at)
    .where("lease_until", "is not", null)
    .where("finished_at", "is", null)
    .orderBy("lease_until"),
);

/** Makes slots nobody's whose lease has run out: whoever comes next may take them. Answers how many. */
export async function expireLeases(db: WriteHandle, projectId: number, at: string): Promise<number> {
  const expired = await db.all(expiredSlots({ projectId, at }));
  return freeSlots(db, expired, { projectId, action: "expire", by: { actor: "", at } });
}

/**
 * Makes slots nobody's; answers how many. Those of different items at once: a whole team's where a host was away, and everybody's next
 * write waits for this one.
 */
export async function freeSlots(
  db: WriteHandle,
  held: readonly (Place & { reviewer: string | null })[],
  { projectId, action, by }: { projectId: number; action: SlotAction; by: By },
): Promise<number> {
  await allOf(
    [...Map.groupBy(held, ({ itemId }) => itemId).values()].map(async (slots) => {
      for (const { reviewer, ...place } of slots)
        await freeSlot(db, place, { projectId, reviewer: reviewer ?? "" }, action, by);
    }),
  );
  return held.length;
}

type Place = Pick<HeldSlot, "itemId" | "number">;

/**
 * Makes a slot nobody's; one that the plan does not have (any more) is gone with it. What nobody holds is a slot of the plan by its
 * number: those behind the overlap are of a plan that is being made, or was.
 */
export async function freeSlot(
  db: WriteHandle,
  { itemId, number }: Place,
  holder: Holder,
  action: SlotAction,
  by: By,
): Promise<void> {
  const [plan, { slots }] = await allOf([
    slotPlanOf(db, holder.projectId),
    db.one(slotsInPlan({ itemId, projectId: holder.projectId })),
    appendSlotEvent(db, { itemId, number }, holder, action, by),
  ]);
  const overlap = plan?.overlap ?? 0;
  const of = { item_id: itemId, number };
  if (number <= overlap && slots <= overlap)
    await db.run(putHolder({ ...of, reviewer: null, lease_until: null, hand_out: null }));
  else {
    await db.run(dropSlot(of));
    await evenOut(db, { itemId, projectId: holder.projectId }, overlap);
  }
}

const overlapOf = (projectId: number) =>
  query.selectFrom("slot_plan").select("overlap").where("project_id", "=", projectId);

const slotsInPlan = compiledOnce(({ itemId, projectId }: { itemId: number; projectId: number }) =>
  query
    .selectFrom("opinion_slot")
    .select((of) => of.fn.countAll<number>().as("slots"))
    .where("item_id", "=", itemId)
    .where((of) => of.or([of("reviewer", "is not", null), of("number", "<=", overlapOf(projectId))])),
);

/** Gives an item as many slots that nobody holds as its plan leaves, no more and no fewer. */
export async function evenOut(
  db: WriteHandle,
  { itemId, projectId }: { itemId: number; projectId: number },
  overlap: number,
): Promise<void> {
  const slots = await db.all(allSlotsOf({ itemId }));
  const numbers = new Set(slots.map(({ number }) => number));
  const free = slots.filter(({ reviewer, number }) => reviewer === null && number <= overlap);
  const wanted = Math.max(0, overlap - slots.filter(({ reviewer }) => reviewer !== null).length);
  for (const { number } of free.slice(wanted)) await db.run(dropSlot({ item_id: itemId, number }));
  for (let [number, left] = [1, wanted - free.length]; left > 0; number += 1) {
    if (numbers.has(number)) continue;
    await db.run(
      query
        .insertInto("opinion_slot")
        .columns(["item_id", "number", "project_id", "idx"])
        .expression((of) =>
          of
            .selectFrom("item")
            .select((item) => [
              "item.id",
              item.val(number).as("number"),
              item.val(projectId).as("project_id"),
              "item.idx",
            ])
            .where("item.id", "=", itemId),
        ),
    );
    left -= 1;
  }
}

const allSlotsOf = compiledOnce(({ itemId }: { itemId: number }) =>
  query
    .selectFrom("opinion_slot")
    .select(["number", "reviewer"])
    .where("item_id", "=", itemId)
    .orderBy("number"),
);

const dropSlot = compiledOnce((of: { item_id: number; number: number }) =>
  query.deleteFrom("opinion_slot").where("item_id", "=", of.item_id).where("number", "=", of.number),
);

const putHolder = compiledOnce(
  ({
    item_id,
    number,
    ...holder
  }: {
    item_id: number;
    number: number;
    reviewer: string | null;
    lease_until: string | null;
    hand_out: string | null;
  }) =>
    query.updateTable("opinion_slot").set(holder).where("item_id", "=", item_id).where("number", "=", number),
);

const insertEvent = compiledOnce(
  (event: {
    project_id: number;
    item_id: number;
    number: number;
    reviewer: string;
    action: SlotAction;
    actor: string;
    at: string;
  }) => query.insertInto("slot_event").values(event),
);

export async function appendSlotEvent(
  db: WriteHandle,
  { itemId, number }: Place,
  { projectId, reviewer }: Holder,
  action: SlotAction,
  { actor, at }: By,
): Promise<void> {
  await db.run(insertEvent({ project_id: projectId, item_id: itemId, number, reviewer, action, actor, at }));
}

/** Gives a free slot of an item to a person: until a time, or for good. False where the item has none for them. */
export async function takeSlot(
  db: WriteHandle,
  itemId: number,
  holder: Holder,
  how: {
    action: "claim" | "give";
    leaseUntil: string | null;
    handOut: string | null;
    /** Of the project's plan, or of one that is being made. */
    overlap: number;
  },
  by: By,
): Promise<boolean> {
  if ((await slotOn(db, itemId, holder.reviewer)) !== null) return false;
  const free = await db.first(freeSlotOf({ itemId, overlap: how.overlap }));
  if (free !== undefined) await giveSlot(db, { itemId, number: free.number }, holder, how, by);
  return free !== undefined;
}

/** Gives a slot that is nobody's to a person, as `nextClaim` found it. */
export async function giveSlot(
  db: WriteHandle,
  { itemId, number }: Place,
  holder: Holder,
  how: Pick<Parameters<typeof takeSlot>[3], "action" | "leaseUntil" | "handOut">,
  by: By,
): Promise<void> {
  const given = { reviewer: holder.reviewer, lease_until: how.leaseUntil, hand_out: how.handOut };
  await Promise.all([
    db.run(putHolder({ item_id: itemId, number, ...given })),
    appendSlotEvent(db, { itemId, number }, holder, how.action, by),
  ]);
}

const freeSlotOf = compiledOnce(({ itemId, overlap }: { itemId: number; overlap: number }) =>
  query
    .selectFrom("opinion_slot")
    .select("number")
    .where("item_id", "=", itemId)
    .where("reviewer", "is", null)
    .where("number", "<=", overlap)
    .orderBy("number")
    .limit(1),
);

/** How many slots a person holds that wait for their opinion, and how many have it. */
export async function slotCounts(
  db: ReadHandle,
  { projectId, reviewer }: Holder,
): Promise<{ open: number; finished: number }> {
  return db.one(
    query
      .selectFrom("opinion_slot")
      .select((of) => [
        of.fn.countAll<number>().filterWhere("finished_at", "is", null).as("open"),
        of.fn.countAll<number>().filterWhere("finished_at", "is not", null).as("finished"),
      ])
      .where("project_id", "=", projectId)
      .where("reviewer", "=", reviewer),
  );
}

/** The items of which a person holds an opinion beyond the plan, in project order. */
export const extraItems = (db: ReadHandle, { projectId, reviewer }: Holder): Promise<number[]> =>
  db.values(
    query
      .selectFrom("slot_event as e")
      .innerJoin("item", "item.id", "e.item_id")
      .select("e.item_id")
      .groupBy(["e.item_id", "item.idx"])
      .where("e.project_id", "=", projectId)
      .where("e.reviewer", "=", reviewer)
      .where("e.action", "=", "extra")
      .orderBy("item.idx"),
  );

/** What a lead expects of a person. */
export interface Share {
  quota: number | null;
  dueOn: string | null;
}

export async function shareOf(db: ReadHandle, { projectId, reviewer }: Holder): Promise<Share> {
  const share = await db.first(
    query
      .selectFrom("slot_share")
      .select(["quota", "due_on as dueOn"])
      .where("project_id", "=", projectId)
      .where("reviewer", "=", reviewer),
  );
  return share ?? { quota: null, dueOn: null };
}

/**
 * The item that a person takes next, or why there is none: the first behind the item they took last of which a slot is nobody's, then
 * from the beginning. Left out is what they have judged, what they know others' words on, and what everybody qualifies by (SPEC SL2).
 */
export async function nextClaim(db: ReadHandle, holder: Holder): Promise<Place | { why: NoClaim }> {
  const [{ slots, claimed, quota }, behindLast] = await Promise.all([
    db.one(standing(holder)),
    db.first(freeBehindLast(holder)),
  ]);
  if (quota !== null && slots >= quota) return { why: "quota" };
  if (claimed >= mostOpenClaims) return { why: "too-many-open" };
  return behindLast ?? (await db.first(freeFromStart(holder))) ?? { why: "none-free" };
}

/** How many slots a person holds, how many that they took themselves wait for their opinion, and their quota. */
const standing = compiledOnce(({ projectId, reviewer }: Holder) =>
  query
    .selectFrom("opinion_slot")
    .select((of) => [
      of.fn.countAll<number>().as("slots"),
      of.fn
        .countAll<number>()
        .filterWhere("finished_at", "is", null)
        .filterWhere("lease_until", "is not", null)
        .as("claimed"),
      of
        .selectFrom("slot_share")
        .select("quota")
        .where("project_id", "=", projectId)
        .where("reviewer", "=", reviewer)
        .as("quota"),
    ])
    .where("project_id", "=", projectId)
    .where("reviewer", "=", reviewer),
);

const freeFor = ({ projectId, reviewer }: Holder) =>
  query
    .selectFrom("opinion_slot as s")
    .select(["s.item_id as itemId", "s.number"])
    .where("s.project_id", "=", projectId)
    .where("s.reviewer", "is", null)
    .where("s.number", "<=", overlapOf(projectId))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("opinion_slot as own")
            .select("own.number")
            .whereRef("own.item_id", "=", "s.item_id")
            .where("own.reviewer", "=", reviewer),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("verdict as v")
            .select("v.revision")
            .whereRef("v.project_id", "=", "s.project_id")
            .where("v.reviewer", "=", reviewer)
            .whereRef("v.item_id", "=", "s.item_id")
            .where("v.label", "is not", null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("opinion_seen as seen")
            .select("seen.seq")
            .whereRef("seen.item_id", "=", "s.item_id")
            .where("seen.reviewer", "=", reviewer),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("check_item as c")
            .select("c.kind")
            .whereRef("c.item_id", "=", "s.item_id")
            .where("c.kind", "=", "qualification"),
        ),
      ),
    )
    .orderBy("s.idx")
    .orderBy("s.number")
    .limit(1);

const freeFromStart = compiledOnce(freeFor);

const freeBehindLast = compiledOnce((of: Holder) =>
  freeFor(of).where("s.idx", ">", (last) =>
    last
      .selectFrom("opinion_slot")
      .select((slot) => slot.fn.coalesce(slot.fn.max("idx"), slot.val(-1)).as("idx"))
      .where("project_id", "=", of.projectId)
      .where("reviewer", "=", of.reviewer)
      .where("lease_until", "is not", null),
  ),
);

/** A slot that was taken waits longer: its holder is at work. */
export async function renewLease(
  db: WriteHandle,
  { itemId, number }: Place,
  leaseUntil: string,
): Promise<void> {
  await db.run(
    query
      .updateTable("opinion_slot")
      .set({ lease_until: leaseUntil })
      .where("item_id", "=", itemId)
      .where("number", "=", number)
      .where("lease_until", "is not", null),
  );
}

/** The opinion of a slot's holder is there, or (`null`) is not there any more. */
export async function putFinished(
  db: WriteHandle,
  { itemId, number }: Place,
  at: string | null,
): Promise<void> {
  await db.run(changeFinished({ itemId, number, at }));
}

const changeFinished = compiledOnce(({ itemId, number, at }: Place & { at: string | null }) =>
  query
    .updateTable("opinion_slot")
    .set({ finished_at: at })
    .where("item_id", "=", itemId)
    .where("number", "=", number),
);

/** Keeps an opinion for which the item has no slot left. */
export async function addExtra(db: WriteHandle, itemId: number, holder: Holder, by: By): Promise<void> {
  const { idx, last } = await db.one(
    query
      .selectFrom("item")
      .select((of) => [
        "item.idx",
        of
          .selectFrom("opinion_slot")
          .select((slot) => slot.fn.max<number | null>("number").as("last"))
          .where("item_id", "=", itemId)
          .as("last"),
      ])
      .where("item.id", "=", itemId),
  );
  const number = Math.max(last ?? 0, (await slotPlanOf(db, holder.projectId))?.overlap ?? 0) + 1;
  await db.run(
    query.insertInto("opinion_slot").values({
      ...{ item_id: itemId, number, project_id: holder.projectId, idx },
      ...{ reviewer: holder.reviewer, finished_at: by.at },
    }),
  );
  await appendSlotEvent(db, { itemId, number }, holder, "extra", by);
}
