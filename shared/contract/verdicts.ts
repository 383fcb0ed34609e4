import { z } from "zod";
import { Consensus } from "../domain/consensus.ts";
import { Judgement, Verdict } from "../domain/verdict.ts";
import { base } from "./base.ts";

/** A change of a verdict, for the history: what it became, by whom, when. */
export const VerdictChange = z.object({
  revision: z.number().int(),
  /** Who made it, by name. */
  actor: z.string(),
  at: z.string(),
  action: z.enum(["save", "undo", "redo", "import", "take-back", "rename"]),
  judgement: Judgement,
  /** The version of the guidelines that was in force, null: there was none. */
  guidelines: z.number().int().nullable(),
});
export type VerdictChange = z.infer<typeof VerdictChange>;

/** What a person typed and has not saved; it knows the revision it was based on. */
export const StoredDraft = Judgement.extend({
  itemId: z.number().int(),
  baseRevision: z.number().int().nonnegative(),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** An earlier verdict of the caller's on another item with the same question, or with an equal prediction on the same database. */
export const EarlierVerdict = z.object({
  verdict: Verdict,
  /** The item's index in the project, from 0, and the system that it names. */
  index: z.number().int(),
  system: z.string().nullable(),
  question: z.string(),
  sameQuestion: z.boolean(),
  /** The same SQL but for its layout; the same for gold. */
  samePrediction: z.boolean(),
  sameGold: z.boolean(),
});
export type EarlierVerdict = z.infer<typeof EarlierVerdict>;

/** What others said of an item: their verdicts with a label (imported ones too), and what it is settled as; `consensus` null: it is open. */
export const OthersOnItem = z.object({ verdicts: z.array(Verdict), consensus: Consensus.nullable() });
export type OthersOnItem = z.infer<typeof OthersOnItem>;

const ItemId = z.object({ itemId: z.number().int() });

export const verdicts = {
  /** Appends a judgement as the caller's. `saveId` makes a retry after a lost connection harmless; a stale `baseRevision` answers CONFLICT. */
  save: base
    .input(
      z.object({
        itemId: z.number().int(),
        baseRevision: z.number().int().nonnegative(),
        saveId: z.uuid(),
        judgement: Judgement,
      }),
    )
    .output(Verdict),
  /** Puts back the judgement before the caller's latest change in the project that is not yet undone; null where there is none. */
  undo: base.input(z.object({ projectId: z.number().int() })).output(Verdict.nullable()),
  redo: base.input(z.object({ projectId: z.number().int() })).output(Verdict.nullable()),
  /** Every change of the caller's verdict on an item, the newest first. */
  history: base.input(ItemId).output(z.array(VerdictChange)),
  /** The caller's own labelled verdicts on related items, the newest first, at most 50. */
  earlier: base.input(ItemId).output(z.array(EarlierVerdict)),
  /** Keeps what is typed; acknowledged means committed. */
  saveDraft: base.input(StoredDraft).output(z.void()),
  draft: base.input(ItemId).output(StoredDraft.nullable()),
  discardDraft: base.input(ItemId).output(z.void()),
  /** null: the caller may not see it (yet). */
  others: base.input(ItemId).output(OthersOnItem.nullable()),
  reviewers: base
    .input(z.object({ projectId: z.number().int() }))
    .output(z.array(z.object({ reviewer: z.string(), labelled: z.number().int() }))),
};
