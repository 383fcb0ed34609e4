import { z } from "zod";

/** How many opinions each item of a project is to get, and how long a slot that somebody took waits for theirs (SPEC SL1). */
export const SlotPlan = z.object({
  overlap: z.number().int().min(1).max(20),
  leaseMinutes: z
    .number()
    .int()
    .min(5)
    .max(60 * 24 * 30),
});
export type SlotPlan = z.infer<typeof SlotPlan>;

/** What the form of a plan begins with. */
export const proposedSlotPlan: SlotPlan = { overlap: 2, leaseMinutes: 240 };

/** What becomes of a slot, as its events tell it. */
export type SlotAction = "claim" | "give" | "expire" | "return" | "take-back" | "finish" | "reopen" | "extra";

/** So many slots that a person took themselves may wait for their opinion at once. */
export const mostOpenClaims = 10;

/** Why somebody cannot take another item: their quota is reached, too many wait, or no slot is left for them. */
export const NoClaim = z.enum(["quota", "too-many-open", "none-free"]);
export type NoClaim = z.infer<typeof NoClaim>;

/** Slots are given to each alike item by item, or whole databases to each. */
export const HandOutRule = z.enum(["even", "by-database"]);
export type HandOutRule = z.infer<typeof HandOutRule>;

/** An item with slots that nobody holds. */
export interface OpenItem {
  itemId: number;
  dbId: string;
  /** How many nobody holds. */
  free: number;
  /** Whom it cannot be given to: they hold one, have judged it, or know what others said. */
  notFor: ReadonlySet<string>;
}

/** Somebody who is to get slots, and how many at most. */
export interface Taker {
  reviewer: string;
  most: number;
}

/**
 * Who gets which items, by a rule: always the same for the same items and people, so that a preview says what will be done. Whoever has
 * least so far comes first; equal ones in the order of `takers` (SPEC SL6).
 */
export function handOut(
  items: readonly OpenItem[],
  takers: readonly Taker[],
  rule: HandOutRule,
): Map<string, number[]> {
  const given = new Map(takers.map(({ reviewer }) => [reviewer, [] as number[]]));
  const load = (taker: Taker) => given.get(taker.reviewer)?.length ?? 0;
  const byLoad = () => [...takers].sort((one, other) => load(one) - load(other));
  const giveTo = (order: readonly Taker[], { itemId, free, notFor }: OpenItem) => {
    let left = free;
    for (const taker of order) {
      if (left === 0) return;
      if (notFor.has(taker.reviewer) || load(taker) >= taker.most) continue;
      given.get(taker.reviewer)?.push(itemId);
      left -= 1;
    }
  };
  if (rule === "even") for (const item of items) giveTo(byLoad(), item);
  else
    for (const [, own] of [...Map.groupBy(items, ({ dbId }) => dbId)].sort(
      ([, one], [, other]) => other.length - one.length,
    )) {
      // The same people for all of a database: they have learnt its schema.
      const order = byLoad();
      for (const item of own) giveTo(order, item);
    }
  return given;
}
