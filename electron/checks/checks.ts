import { ambientReads } from "./ambient-reads.ts";
import type { Check } from "./check.ts";
import { emptyResult } from "./empty-result.ts";
import { goldRuns } from "./gold-runs.ts";
import { limitTies } from "./limit-ties.ts";
import { nullsFirst } from "./nulls-first.ts";
import { orderTested } from "./order-tested.ts";
import { testCompiles } from "./test-compiles.ts";

/** All checks, in the order in which they run for each phase. A new one is a file of its own and a line here. */
export const checks: readonly Check[] = [
  goldRuns,
  ambientReads,
  testCompiles,
  emptyResult,
  orderTested,
  limitTies,
  nullsFirst,
];
