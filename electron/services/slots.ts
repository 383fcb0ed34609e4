import type { Change } from "#shared/contract/changes.ts";
import type { HandOutChoice, OwnSlots } from "#shared/contract/slots.ts";
import { handOut, type NoClaim, type SlotPlan } from "#shared/domain/slot.ts";
import type { ReadHandle } from "../store/handles.ts";
import { databaseCounts, runnableItem } from "../store/items.ts";
import { reviewerName } from "../store/people.ts";
import {
  freeSlotsOf,
  holdersOf,
  openItems,
  putShare,
  removeSlotPlan,
  setSlotPlan,
  slotTotals,
  undoHandOut,
} from "../store/slot-plans.ts";
import {
  expireLeases,
  extraItems,
  freeSlot,
  giveSlot,
  nextClaim,
  shareOf,
  slotCounts,
  slotOn,
  slotPlanOf,
  slotsOfReviewer,
  takeSlot,
} from "../store/slots.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { refuseStopped } from "./check-items.ts";
import { fieldFault, ServiceFault } from "./fault.ts";
import { leaseFrom } from "./slots-on-save.ts";
import { refuseUnknownProject, unknownItem } from "./stored-records.ts";
import { blindItems, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  newId(): string;
  publish(change: Change): void;
}

interface OfProject {
  projectId: number;
}

/** Who is to judge which items: taken on demand by reviewers, or given by the leads. Who may call what is checked before. */
export function createSlotsService(dependencies: Dependencies) {
  return { ...createOwnSlots(dependencies), ...createPlan(dependencies), ...createHandOut(dependencies) };
}

/** What a reviewer does with slots of their own. */
function createOwnSlots({ workspace, now, publish }: Dependencies) {
  return {
    async mine({ projectId }: OfProject, { actor }: CallContext): Promise<OwnSlots | null> {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read(async (db) => ownSlots(db, projectId, await reviewerName(db, actor)));
    },

    async claim(
      { projectId }: OfProject,
      { actor }: CallContext,
    ): Promise<{ itemId: number | null; why: NoClaim | null }> {
      await refuseUnknownProject(workspace, projectId);
      const reviewer = await reviewerName(workspace.autocommit, actor);
      const answer = await workspace.write(async (db) => {
        const at = now().toISOString();
        // At once, as everybody's next write waits for this one.
        const holder = { projectId, reviewer };
        const [plan, , freed, found] = await Promise.all([
          requirePlan(db, projectId),
          refuseStopped(db, projectId, reviewer),
          expireLeases(db, projectId, at),
          nextClaim(db, holder),
        ]);
        const next = freed === 0 ? found : await nextClaim(db, holder);
        if ("why" in next) return { itemId: null, why: next.why };
        const how = { action: "claim", leaseUntil: leaseFrom(plan, at), handOut: null } as const;
        await giveSlot(db, next, holder, how, { actor, at });
        return { itemId: next.itemId, why: null };
      });
      if (answer.itemId !== null) publish({ type: "slots", projectId, reviewer });
      return answer;
    },

    async giveBack({ itemId }: { itemId: number }, { actor }: CallContext): Promise<void> {
      const reviewer = await reviewerName(workspace.autocommit, actor);
      const holder = await workspace.write(async (db) => {
        const [item, slot] = await Promise.all([runnableItem(db, itemId), slotOn(db, itemId, reviewer)]);
        if (item === null) throw unknownItem(itemId);
        const holder = { projectId: item.projectId, reviewer };
        if (slot === null || slot.finishedAt !== null) throw notHeld();
        await freeSlot(db, slot, holder, "return", { actor, at: now().toISOString() });
        return holder;
      });
      publish({ type: "slots", ...holder });
    },
  };
}

async function ownSlots(db: ReadHandle, projectId: number, reviewer: string): Promise<OwnSlots | null> {
  const plan = await slotPlanOf(db, projectId);
  if (plan === null) return null;
  const holder = { projectId, reviewer };
  const next = await nextClaim(db, holder);
  return {
    openItemIds: (await slotsOfReviewer(db, holder))
      .filter(({ finishedAt }) => finishedAt === null)
      .map(({ itemId }) => itemId),
    finished: (await slotCounts(db, holder)).finished,
    ...(await shareOf(db, holder)),
    extraItemIds: await extraItems(db, holder),
    noClaim: "why" in next ? next.why : null,
  };
}

/** What a lead expects of the items and of each person. */
function createPlan({ workspace, now, publish }: Dependencies) {
  const by = (actor: string) => ({ actor, at: now().toISOString() });
  return {
    async plan({ projectId }: OfProject, { actor }: CallContext) {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read(async (db) => ({
        plan: await slotPlanOf(db, projectId),
        ...(await slotTotals(db, projectId)),
        databases: (await databaseCounts(db, projectId)).map(({ dbId, items }) => ({ dbId, items })),
        people: await holdersOf(db, projectId, now().toISOString(), [
          ...(await blindItems(db, await viewerOf(db, projectId, actor))),
        ]),
      }));
    },

    async setPlan(
      { projectId, plan }: OfProject & { plan: SlotPlan | null },
      { actor }: CallContext,
    ): Promise<void> {
      await refuseUnknownProject(workspace, projectId);
      if (plan === null) await workspace.write((db) => removeSlotPlan(db, projectId, by(actor)));
      else await setSlotPlan(workspace, projectId, plan, by(actor));
      publish({ type: "slots", projectId, reviewer: null });
    },

    async setShare({
      projectId,
      reviewer,
      ...share
    }: OfProject & { reviewer: string; quota: number | null; dueOn: string | null }): Promise<void> {
      await workspace.write(async (db) => {
        await requirePlan(db, projectId);
        await putShare(db, { projectId, reviewer }, share);
      });
      publish({ type: "slots", projectId, reviewer });
    },
  };
}

/** What a lead gives to people, and takes back. */
function createHandOut({ workspace, now, newId, publish }: Dependencies) {
  const by = (actor: string) => ({ actor, at: now().toISOString() });
  return {
    async previewHandOut(choice: HandOutChoice) {
      return workspace.read(async (db) => {
        await requirePlan(db, choice.projectId);
        return partsOf(await given(db, choice));
      });
    },

    async handOut(choice: HandOutChoice, { actor }: CallContext) {
      const { projectId } = choice;
      const handOut = newId();
      const parts = await workspace.write(async (db) => {
        const { at } = by(actor);
        const { overlap } = await requirePlan(db, projectId);
        await expireLeases(db, projectId, at);
        const who = await given(db, choice);
        const how = { action: "give", leaseUntil: null, handOut, overlap } as const;
        for (const [reviewer, items] of who.shares)
          for (const itemId of items) await takeSlot(db, itemId, { projectId, reviewer }, how, { actor, at });
        return partsOf(who);
      });
      publish({ type: "slots", projectId, reviewer: null });
      return { handOut, parts };
    },

    async undoHandOut(
      { projectId, handOut }: OfProject & { handOut: string },
      { actor }: CallContext,
    ): Promise<number> {
      const slots = await workspace.write((db) => undoHandOut(db, projectId, handOut, by(actor)));
      publish({ type: "slots", projectId, reviewer: null });
      return slots;
    },

    async takeBack(
      { projectId, reviewer }: OfProject & { reviewer: string },
      { actor }: CallContext,
    ): Promise<number> {
      const holder = { projectId, reviewer };
      const slots = await workspace.write((db) => freeSlotsOf(db, holder, "take-back", by(actor)));
      publish({ type: "slots", projectId, reviewer });
      return slots;
    },
  };
}

/** Who is to get which items, and of which databases these are. */
async function given(db: ReadHandle, { projectId, rule, reviewers, most, ...range }: HandOutChoice) {
  const people = new Set((await holdersOf(db, projectId, "")).map(({ reviewer }) => reviewer));
  const takers = await Array.fromAsync([...new Set(reviewers)], async (reviewer) => {
    if (!people.has(reviewer)) throw notThere(reviewer);
    const { open, finished } = await slotCounts(db, { projectId, reviewer });
    const { quota } = await shareOf(db, { projectId, reviewer });
    const left = quota === null ? Number.POSITIVE_INFINITY : Math.max(0, quota - open - finished);
    return { reviewer, most: Math.min(left, most ?? Number.POSITIVE_INFINITY) };
  });
  const items = await openItems(db, projectId, range, reviewers);
  return {
    shares: handOut(items, takers, rule),
    dbIdOf: new Map(items.map(({ itemId, dbId }) => [itemId, dbId])),
  };
}

const partsOf = ({ shares, dbIdOf }: Awaited<ReturnType<typeof given>>) =>
  [...shares].map(([reviewer, items]) => ({
    ...{ reviewer, items: items.length },
    databases: new Set(items.map((itemId) => dbIdOf.get(itemId))).size,
  }));

async function requirePlan(db: ReadHandle, projectId: number): Promise<SlotPlan> {
  const plan = await slotPlanOf(db, projectId);
  if (plan !== null) return plan;
  throw fieldFault({
    field: "projectId",
    reason: "This project has no slots: everybody judges what they like.",
    fix: "A lead first has to set how many opinions each item gets.",
  });
}

const notHeld = () =>
  new ServiceFault("BAD_INPUT", "You no longer hold this item, or have judged it already.", { problems: [] });

const notThere = (reviewer: string) =>
  fieldFault({
    field: "reviewers",
    reason: `${reviewer} judges nothing in this project.`,
    fix: "Choose somebody else.",
  });
