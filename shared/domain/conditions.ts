import { z } from "zod";

/**
 * What a sub-task asks of a result when it is compared with the gold's (BIRD-INTERACT appendix G.1).
 * The evaluators honour `order` only; `decimals` and `distinct` are documented but never used there (rule T16).
 */
export const Conditions = z.object({
  /** Decimal places that count, or null where none are asked for (-1 in the file). */
  decimals: z.number().int().nonnegative().nullable(),
  distinct: z.boolean(),
  order: z.boolean(),
});
export type Conditions = z.infer<typeof Conditions>;

/** What holds where a sub-task says nothing: sets are compared, nothing is rounded. */
export const defaultConditions: Conditions = { decimals: null, distinct: false, order: false };
