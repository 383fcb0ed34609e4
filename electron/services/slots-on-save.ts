import type { SlotPlan } from "#shared/domain/slot.ts";
import type { Verdict } from "#shared/domain/verdict.ts";
import { qualifiesBy } from "../store/check-items.ts";
import type { QueryHandle, ReadHandle, WriteHandle } from "../store/handles.ts";
import { rolesOf } from "../store/members.ts";
import {
  addExtra,
  appendSlotEvent,
  type By,
  expireLeases,
  type HeldSlot,
  type Holder,
  hasHeld,
  putFinished,
  renewLease,
  slotOn,
  slotPlanOf,
  takeSlot,
} from "../store/slots.ts";
import { verdictOf } from "../store/verdicts.ts";
import { ServiceFault } from "./fault.ts";

/** A lease is written anew only once so much of it has passed: not every key press is a commit. */
const renewAfterShare = 0.25;

/** When a slot that is taken or worked on now runs out. */
export const leaseFrom = ({ leaseMinutes }: SlotPlan, at: string): string =>
  new Date(Date.parse(at) + leaseMinutes * 60_000).toISOString();

/** What somebody has of an item before they say something of it. */
export interface Seat {
  plan: SlotPlan | null;
  isQualification: boolean;
  /** The slot that they hold. */
  own: HeldSlot | null;
  verdict: Verdict;
}

/** Asked at once, as everybody's next write waits for this one. */
export async function seatOf(
  db: ReadHandle,
  { itemId, projectId, reviewer }: Holder & { itemId: number },
): Promise<Seat> {
  const [plan, isQualification, own, verdict] = await Promise.all([
    slotPlanOf(db, projectId),
    qualifiesBy(db, itemId),
    slotOn(db, itemId, reviewer),
    verdictOf(db, projectId, itemId, reviewer),
  ]);
  return { plan, isQualification, own, verdict };
}

/**
 * Finds the slot of an opinion that is being saved, in the transaction of the save: the one that its author holds, else a free one, else
 * a place of its own, as the opinion is kept in any case once somebody held a slot (SPEC SL4). Throws `BAD_INPUT` for a member who
 * never held one where none is left. Where the project has no slots, nothing happens.
 */
export async function seatOpinion(
  db: WriteHandle,
  { plan, isQualification, own, verdict }: Seat,
  { itemId, label, ...holder }: Holder & { itemId: number; label: string | null },
  by: By,
): Promise<void> {
  if (plan === null || isQualification) return;
  if (own === null) {
    if (label === null) return;
    await expireLeases(db, holder.projectId, by.at);
    const { overlap } = plan;
    const how = { action: "claim", leaseUntil: leaseFrom(plan, by.at), handOut: null, overlap } as const;
    if (!(await takeSlot(db, itemId, holder, how, by))) {
      if (verdict.label === null) await refuseStranger(db, { itemId, ...holder }, by.actor);
      await addExtra(db, itemId, holder, by);
      return;
    }
  }
  const slot = own ?? (await slotOn(db, itemId, holder.reviewer));
  if (slot === null || (label !== null) === (slot.finishedAt !== null)) return;
  await Promise.all([
    putFinished(db, slot, label === null ? null : by.at),
    label === null ? renewLease(db, slot, leaseFrom(plan, by.at)) : null,
    appendSlotEvent(db, slot, holder, label === null ? "reopen" : "finish", by),
  ]);
}

/** An item that they have not judged is full for a member who never held a slot of it. */
async function refuseStranger(
  db: ReadHandle,
  { itemId, projectId, reviewer }: Holder & { itemId: number },
  actor: string,
) {
  if (!(await isBoundToSlots(db, projectId, actor)) || (await hasHeld(db, itemId, reviewer))) return;
  throw new ServiceFault("BAD_INPUT", "This item has all its planned opinions. Take the next one.", {
    problems: [],
  });
}

/** Whether somebody judges only what they hold: the members of a project with slots, but for its leads. */
export async function isBoundToSlots(db: QueryHandle, projectId: number, actor: string): Promise<boolean> {
  if ((await slotPlanOf(db, projectId)) === null) return false;
  const roles = await rolesOf(db, actor, projectId);
  return roles.length > 0 && !roles.includes("lead");
}

/** Whoever works on an item that they took keeps it longer. Answers whether something is to be written; `renew` writes it. */
export async function leaseToRenew(
  db: ReadHandle,
  holder: Holder,
  itemId: number,
  at: string,
): Promise<boolean> {
  const plan = await slotPlanOf(db, holder.projectId);
  if (plan === null) return false;
  const slot = await slotOn(db, itemId, holder.reviewer);
  if (slot === null || slot.leaseUntil === null || slot.finishedAt !== null) return false;
  const left = Date.parse(slot.leaseUntil) - Date.parse(at);
  return left < (1 - renewAfterShare) * plan.leaseMinutes * 60_000;
}

export async function renew(db: WriteHandle, holder: Holder, itemId: number, at: string): Promise<void> {
  const plan = await slotPlanOf(db, holder.projectId);
  const slot = await slotOn(db, itemId, holder.reviewer);
  if (plan !== null && slot !== null && slot.finishedAt === null)
    await renewLease(db, slot, leaseFrom(plan, at));
}
