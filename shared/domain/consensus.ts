import { z } from "zod";

/** How several opinions become one label: only where all are alike, or where more than half are. Neither resolves a tie. */
export const consensusRules = ["unanimous", "majority"] as const;
export type ConsensusRule = (typeof consensusRules)[number];

/** What an item is settled as: never a person's opinion, and no part of agreement. */
export const Settlement = z.object({
  /** How it came about: a file brought it; all opinions are alike; more than half are; a person decided. */
  rule: z.enum(["imported", "unanimous", "majority", "adjudicated"]),
  /** The id of a label of the project's form. */
  label: z.string().min(1).max(40),
  /** Ids of diagnoses. */
  diagnoses: z.array(z.string().min(1).max(40)).max(30),
  /** The reasons, each whole (ROSE's reason_1, reason_2). */
  notes: z.array(z.string().max(100_000)).max(100),
  /** The name of the person who settled it; null where a file brought it. */
  settledBy: z.string().nullable(),
});
export type Settlement = z.infer<typeof Settlement>;

/** The one label of an item, as it stands: at the revision of the newest change of it. */
export const Consensus = Settlement.extend({
  itemId: z.number().int(),
  revision: z.number().int().positive(),
  /** ISO 8601 in UTC. */
  at: z.string(),
});
export type Consensus = z.infer<typeof Consensus>;
