import { z } from "zod";
import { ambiguityKinds } from "./ambiguity.ts";

/** How often a value occurs, and in how many tasks. */
export const Tally = z.object({ value: z.string(), count: z.number().int(), tasks: z.number().int() });
export type Tally = z.infer<typeof Tally>;

const mean = z.number().nullable();

/** The figures of table 1 of BIRD-INTERACT, and the distributions of its figures 8 and 9; means are null where there is nothing to take them of. */
export const TaskStatistics = z.object({
  tasks: z.number().int(),
  /** Tasks without an ambiguous question. */
  clearTasks: z.number().int(),
  /** Tasks that ask (BI), and tasks that manage data (DM). */
  bi: z.number().int(),
  dm: z.number().int(),
  /** Test scripts of either phase that differ in their text. */
  distinctTests: z.number().int(),
  /** Mean words and signs of the question that the system sees. */
  tokensPerQuestion: mean,
  /** Mean tokens, comments aside, of the gold of a sub-task. */
  tokensPerSql: mean,
  ambiguitiesPerTask: mean,
  /** Mean ambiguities that grant turns (rule A5): the critical and the knowledge ones. */
  clarificationsPerTask: mean,
  subTasksPerTask: mean,
  /** Sub-tasks, and those of them whose gold is there. */
  subTasks: z.number().int(),
  golds: z.number().int(),
  /** How many tasks have so many ambiguities: at the place of that number. */
  tasksByAmbiguities: z.array(z.number().int()),
  /** Figure 9: each type of ambiguity, those of the taxonomy first, others behind. */
  ambiguityTypes: z.array(Tally.extend({ kind: z.enum(ambiguityKinds) })),
  followUpTypes: z.array(Tally),
  /** Figure 8: sub-tasks whose gold has the feature, in the order of `sqlFeatures`. */
  sqlFeatures: z.array(Tally),
  databases: z.array(Tally),
  tiers: z.array(Tally),
});
export type TaskStatistics = z.infer<typeof TaskStatistics>;
