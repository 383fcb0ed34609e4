import type { Splice } from "../../sql/mutate/splice.ts";
import type { SelectBlock } from "./block.ts";

/**
 * A rewriting that changes no result on any data that meets the constraints of the schema. Two texts that rewriting brings to
 * one form are equivalent; the rules that were needed are the proof.
 */
export interface EquivalenceRule {
  /** Unique; what a certificate gives as the reason. */
  id: string;
  /** Why, with the constraint that it stands on, in a sentence. */
  because: string;
  /** Splices that rewrite one SELECT; empty where there is nothing to rewrite. They do not overlap. */
  rewrite(block: SelectBlock): Splice[];
}
