import { z } from "zod";
import { Difference } from "./difference.ts";
import { Ex } from "./ex.ts";
import { RunSummary } from "./result.ts";

/** Which of the two statements of an item. */
export const Side = z.enum(["predicted", "gold"]);
export type Side = z.infer<typeof Side>;

/** One item evaluated: both sides run on its database, the EX family, and what differs and why. */
export const Evaluation = z.object({
  predicted: RunSummary,
  gold: RunSummary,
  ex: Ex,
  difference: Difference,
});
export type Evaluation = z.infer<typeof Evaluation>;
