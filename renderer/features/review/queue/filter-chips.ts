import type { QueueFilter } from "#shared/contract/queue.ts";
import type { DifferenceKind } from "#shared/domain/difference.ts";
import { exDefinitions } from "#shared/domain/ex.ts";
import type { RunStatus } from "#shared/domain/result.ts";
import { diagnosisSpecs } from "#shared/domain/verdict.ts";
import { type ChipWords, chipsOf, type FilterChip } from "../../../ui/filters.ts";

export const differenceNames: Record<DifferenceKind, string> = {
  "missing-database": "database missing",
  timeout: "timeout",
  error: "error",
  identical: "identical",
  order: "other order",
  duplicates: "duplicates",
  "columns-permuted": "columns permuted",
  rounding: "rounding",
  form: "type or text form",
  "extra-columns": "extra columns",
  "missing-columns": "missing columns",
  "one-empty": "one side empty",
  "limit-tie": "tie cut by LIMIT",
  subset: "subset",
  superset: "superset",
  different: "different",
};

export const statusNames: Record<RunStatus, string> = {
  ok: "ran",
  error: "error",
  timeout: "timeout",
  "missing-database": "database missing",
  cancelled: "cancelled",
};

export const labelNames: Record<NonNullable<QueueFilter["label"]>, string> = {
  yes: "yes",
  no: "no",
  unlabelled: "unlabelled",
  skipped: "skipped",
  flagged: "flagged",
};

const words: ChipWords<QueueFilter> = {
  dbId: (dbId) => ["database", dbId],
  system: (system) => ["system", system],
  label: (label) => ["label", labelNames[label]],
  diagnosis: (diagnosis) => ["diagnosis", diagnosisSpecs[diagnosis].label],
  ex: ({ kind, equal }) => [exDefinitions[kind].label, equal ? "equal" : "differs"],
  difference: (kind) => ["difference", differenceNames[kind]],
  status: (status) => ["run", statusNames[status]],
};

/** The filter of the queue as chips. */
export const filterChips = (filter: QueueFilter): FilterChip<QueueFilter>[] => chipsOf(filter, words);
