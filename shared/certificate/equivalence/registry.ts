import type { EquivalenceRule } from "./equivalence-rule.ts";
import { countedMatches } from "./rules/counted-matches.ts";
import { countedRows } from "./rules/counted-rows.ts";
import { countedValues } from "./rules/counted-values.ts";
import { defaultNeverUsed } from "./rules/default-never-used.ts";
import { distinctArguments } from "./rules/distinct-arguments.ts";
import { distinctRows } from "./rules/distinct-rows.ts";
import { equalColumn } from "./rules/equal-column.ts";
import { extremesOnly } from "./rules/extremes-only.ts";
import { groupedAnyway } from "./rules/grouped-anyway.ts";
import { knownAnyway } from "./rules/known-anyway.ts";
import { leftOutLater } from "./rules/left-out-later.ts";
import { matchedRows } from "./rules/matched-rows.ts";
import { neverRead } from "./rules/never-read.ts";
import { nullsNowhere } from "./rules/nulls-nowhere.ts";
import { oneRow } from "./rules/one-row.ts";
import { pairByPair } from "./rules/pair-by-pair.ts";
import { referencedRows } from "./rules/referenced-rows.ts";
import { saidTwice } from "./rules/said-twice.ts";
import { sortedAnyway } from "./rules/sorted-anyway.ts";
import { wholeNumbers } from "./rules/whole-numbers.ts";

/** Every rule. A new one is a file of its own and a line here; test/shared/certificate/equivalence runs it on random databases. */
export const equivalenceRules: readonly EquivalenceRule[] = [
  pairByPair,
  countedValues,
  saidTwice,
  neverRead,
  matchedRows,
  referencedRows,
  knownAnyway,
  leftOutLater,
  defaultNeverUsed,
  countedRows,
  countedMatches,
  distinctRows,
  extremesOnly,
  distinctArguments,
  nullsNowhere,
  equalColumn,
  groupedAnyway,
  sortedAnyway,
  oneRow,
  wholeNumbers,
];
