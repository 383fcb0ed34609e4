import { z } from "zod";
import { HandOutRule, NoClaim, SlotPlan } from "../domain/slot.ts";
import { base } from "./base.ts";

const projectId = z.number().int();
const count = z.number().int().nonnegative();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "a day as 2026-11-30");

/** What is the caller's own to judge in a project; null where the project has no slots. */
export const OwnSlots = z.object({
  /** Items that wait for the caller's opinion, in project order. */
  openItemIds: z.array(z.number().int()),
  finished: count,
  quota: count.nullable(),
  dueOn: z.string().nullable(),
  /** Items on which the caller's slot had run out and gone to others: their opinion is kept as an extra one. */
  extraItemIds: z.array(z.number().int()),
  /** Why the caller cannot take another item; null: they can. */
  noClaim: NoClaim.nullable(),
});
export type OwnSlots = z.infer<typeof OwnSlots>;

/** How far a person is, for the leads. */
export const SlotHolder = z.object({
  reviewer: z.string(),
  open: count,
  finished: count,
  extra: count,
  expired: count,
  lastAt: z.string().nullable(),
  quota: count.nullable(),
  dueOn: z.string().nullable(),
});
export type SlotHolder = z.infer<typeof SlotHolder>;

/** Who is given slots of which items, and by what rule. */
export const HandOutChoice = z.object({
  projectId,
  rule: HandOutRule,
  reviewers: z.array(z.string()).min(1).max(200),
  /** Of which items; null: of all. Positions count from 0, both ends included. */
  dbId: z.string().nullable(),
  from: count.nullable(),
  to: count.nullable(),
  /** How many each gets at most; their quota holds beside it. */
  most: z.number().int().positive().nullable(),
});
export type HandOutChoice = z.infer<typeof HandOutChoice>;

const HandOutPart = z.object({ reviewer: z.string(), items: count, databases: count });
export type HandOutPart = z.infer<typeof HandOutPart>;

/** Places for opinions: who is to judge which items (SPEC SL1–SL9). */
export const slots = {
  mine: base.input(z.object({ projectId })).output(OwnSlots.nullable()),
  /** Takes the next item: its id, or why there is none. */
  claim: base
    .input(z.object({ projectId }))
    .output(z.object({ itemId: z.number().int().nullable(), why: NoClaim.nullable() })),
  /** Gives an item back unjudged; whoever comes next may take it. */
  giveBack: base.input(z.object({ itemId: z.number().int() })).output(z.void()),
  /** How many opinions each item is to get, null: the project has no slots; and how far the slots are. */
  plan: base.input(z.object({ projectId })).output(
    z.object({
      plan: SlotPlan.nullable(),
      free: count,
      open: count,
      finished: count,
      databases: z.array(z.object({ dbId: z.string(), items: count })),
      people: z.array(SlotHolder),
    }),
  ),
  /** null: takes the slots away; opinions stay. */
  setPlan: base.input(z.object({ projectId, plan: SlotPlan.nullable() })).output(z.void()),
  setShare: base
    .input(
      z.object({
        projectId,
        reviewer: z.string(),
        quota: z.number().int().positive().nullable(),
        dueOn: day.nullable(),
      }),
    )
    .output(z.void()),
  /** What `handOut` would give to whom. */
  previewHandOut: base.input(HandOutChoice).output(z.array(HandOutPart)),
  /** Gives out at once what the preview says; answers by what it is taken back. */
  handOut: base.input(HandOutChoice).output(z.object({ handOut: z.string(), parts: z.array(HandOutPart) })),
  /** Takes back what one hand-out gave, as far as it is unjudged; answers how many slots. */
  undoHandOut: base.input(z.object({ projectId, handOut: z.string() })).output(z.number().int()),
  /** Takes back all that a person holds and has not judged. */
  takeBack: base.input(z.object({ projectId, reviewer: z.string() })).output(z.number().int()),
};
