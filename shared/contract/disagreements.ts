import { z } from "zod";
import { Consensus, consensusRules, Settlement } from "../domain/consensus.ts";
import { Ex } from "../domain/ex.ts";
import { JudgeLabel } from "../domain/judge-label.ts";
import { Judgement } from "../domain/verdict.ts";
import { base } from "./base.ts";
import { Job } from "./jobs.ts";

/** Which items of the inbox are shown. */
export const InboxFilter = z.object({
  /** Those that are open, those of them on which an answer is awaited, or those that are settled. */
  state: z.enum(["open", "asked", "settled"]),
  /**
   * On what two sides differ: people among each other; EX (sets) says yes and people no, or the other way round; a judge and people.
   * What people say is the consensus, else the label of more than half of them.
   */
  about: z.enum(["people", "ex-yes", "ex-no", "judge"]),
});
export type InboxFilter = z.infer<typeof InboxFilter>;

/** An item of the inbox: enough to draw its line. */
export const InboxRow = z.object({
  itemId: z.number().int(),
  /** In the project, from 0. */
  index: z.number().int(),
  dbId: z.string(),
  question: z.string(),
  /** null until the item has been evaluated. */
  ex: Ex.nullable(),
  /** How many people gave each label that occurs, by its id. */
  opinions: z.record(z.string(), z.number().int()),
  /** The label on which it was settled; null: it is open. */
  settledAs: z.string().nullable(),
});
export type InboxRow = z.infer<typeof InboxRow>;

/** What somebody said of an item, as an adjudicator sees it. */
export const Opinion = z.object({
  /** Names the opinion to the back end; the same for one person, item and adjudicator. */
  key: z.string(),
  /** null: the project keeps names from adjudicators. */
  reviewer: z.string().nullable(),
  judgement: Judgement,
  /** Questions to this person about the item that were not taken back, the oldest first. */
  questions: z.array(
    z.object({ question: z.string(), askedBy: z.string(), at: z.string(), isOpen: z.boolean() }),
  ),
});
export type Opinion = z.infer<typeof Opinion>;

/** A change of what an item was settled as, with what it was then; null: open. */
const ConsensusChange = z.object({
  revision: z.number().int(),
  action: z.enum(["import", "settle", "reopen", "undo", "redo", "take-back", "rename"]),
  at: z.string(),
  consensus: Settlement.nullable(),
});

/** An item of the inbox whole. */
export const Disagreement = z.object({
  itemId: z.number().int(),
  /** Those with a label, in an order of their own for each item and adjudicator: A, B, … */
  opinions: z.array(Opinion),
  /** What judges say of it. */
  judges: z.array(JudgeLabel),
  /** What it is settled as; null: it is open. */
  consensus: Consensus.nullable(),
  /** Of the newest change of the consensus, 0 where there was none. */
  revision: z.number().int(),
  /** The newest first. */
  history: z.array(ConsensusChange),
});
export type Disagreement = z.infer<typeof Disagreement>;

/** What settling a project by a rule comes to: how many open items by label, and how many stay open. */
export const RuleOutcome = z.object({
  items: z.number().int(),
  byLabel: z.record(z.string(), z.number().int()),
  /** Open items with as many opinions on which the rule does not settle. */
  stay: z.number().int(),
  /** Those that are left to others, as the caller holds an opinion on them. */
  own: z.number().int(),
});
export type RuleOutcome = z.infer<typeof RuleOutcome>;

const ProjectId = z.object({ projectId: z.number().int() });
const ItemId = z.object({ itemId: z.number().int() });
const Rule = ProjectId.extend({
  rule: z.enum(consensusRules),
  /** Items with fewer opinions stay as they are. */
  atLeast: z.number().int().min(1).max(100),
});
const Change = ItemId.extend({ revision: z.number().int().nonnegative() });

/** Settling what people said differently of one item. All but `mine` and `askedOfMe` answer to adjudicators alone. */
export const disagreements = {
  /** Whether the caller may see every opinion of a project, and whether they settle disagreements. */
  mine: base.input(ProjectId).output(z.object({ seesAll: z.boolean(), settles: z.boolean() })),
  /** The ids of the items on which two sides differ, in project order. Items with known answers are not among them. */
  ids: base.input(ProjectId.extend({ filter: InboxFilter })).output(z.array(z.number().int())),
  /** Lines for the given items (at most 500), in the order asked. */
  rows: base
    .input(ProjectId.extend({ itemIds: z.array(z.number().int()).max(500) }))
    .output(z.array(InboxRow)),
  item: base.input(ItemId).output(Disagreement),
  /**
   * Settles an item: on one of its opinions, or on a verdict of the adjudicator's own. `saveId` makes a retry harmless; a stale
   * `revision` answers BAD_INPUT.
   */
  settle: base
    .input(
      Change.extend({
        saveId: z.uuid(),
        on: z.union([
          z.object({ opinion: z.string() }),
          Settlement.pick({ label: true, diagnoses: true, notes: true }),
        ]),
      }),
    )
    .output(Disagreement),
  /** Makes a settled item an open one again; its history stays. */
  reopen: base.input(Change.extend({ saveId: z.uuid() })).output(Disagreement),
  /** Sends an opinion back to whoever gave it, with a question. */
  ask: base
    .input(ItemId.extend({ opinion: z.string(), question: z.string().trim().min(1).max(10_000) }))
    .output(Disagreement),
  /** Takes the caller's latest settling, reopening or question back; the item (null: several) and what it was. Null where there is none. */
  undo: base
    .input(ProjectId)
    .output(z.object({ itemId: z.number().int().nullable(), items: z.number().int() }).nullable()),
  redo: base
    .input(ProjectId)
    .output(z.object({ itemId: z.number().int().nullable(), items: z.number().int() }).nullable()),
  /** What `settleByRule` would do. */
  previewRule: base.input(Rule).output(RuleOutcome),
  /** Settles every open item by a rule, in the background; a tie is never resolved. What a cancelled job settled stays, and one `undo` takes it back. */
  settleByRule: base.input(Rule.extend({ saveId: z.uuid() })).output(Job),
  /** The questions that wait for the caller's answer, the oldest first. */
  askedOfMe: base
    .input(ProjectId)
    .output(z.array(ItemId.extend({ question: z.string(), askedBy: z.string(), at: z.string() }))),
};
