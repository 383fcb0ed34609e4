import { acceptedWrongAnswers } from "./accepted-wrong-answers.ts";
import { ambientReads } from "./ambient-reads.ts";
import type { Check } from "./check.ts";
import { duplicatesSeen } from "./duplicates-seen.ts";
import { effect } from "./effect.ts";
import { emptyResult } from "./empty-result.ts";
import { floatEquality } from "./float-equality.ts";
import { goldRuns } from "./gold-runs.ts";
import { goldTest } from "./gold-test.ts";
import { limitTies } from "./limit-ties.ts";
import { nullsFirst } from "./nulls-first.ts";
import { numbersAsText } from "./numbers-as-text.ts";
import { orderTested } from "./order-tested.ts";
import { shippedRewriting } from "./shipped-rewriting.ts";
import { steadyResult } from "./steady-result.ts";
import { testCompiles } from "./test-compiles.ts";
import { testReadsText } from "./test-reads-text.ts";

/** All checks, in the order in which they run for each phase. A new one is a file of its own and a line here. */
export const checks: readonly Check[] = [
  goldRuns,
  ambientReads,
  testCompiles,
  emptyResult,
  effect,
  orderTested,
  limitTies,
  nullsFirst,
  numbersAsText,
  floatEquality,
  shippedRewriting,
  steadyResult,
  goldTest,
  acceptedWrongAnswers,
  testReadsText,
  duplicatesSeen,
];
