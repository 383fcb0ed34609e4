import type { QueueFilter } from "#shared/contract/queue.ts";
import type { DifferenceKind } from "#shared/domain/difference.ts";
import { exDefinitions } from "#shared/domain/ex.ts";
import type { RunStatus } from "#shared/domain/result.ts";
import { diagnosisName, labelName, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { type ChipWords, chipsOf, type FilterChip } from "../../../ui/filters.ts";

export const differenceNames: Record<DifferenceKind, string> = {
  "missing-database": "database missing",
  timeout: "timeout",
  error: "error",
  identical: "identical",
  order: "different order",
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

/** What a filter may ask for as a label: those of the form, and the states of an item without one. */
export const labelOptions = (form: VerdictForm): { value: string; title: string }[] => [
  ...form.labels.map(({ id, name }) => ({ value: id, title: name })),
  ...["unlabelled", "skipped", "flagged"].map((value) => ({ value, title: value })),
];

const wordsOf = (form: VerdictForm): ChipWords<QueueFilter> => ({
  dbId: (dbId) => ["database", dbId],
  system: (system) => ["system", system],
  label: (label) => ["label", labelName(form, label)],
  diagnosis: (diagnosis) => ["diagnosis", diagnosisName(form, diagnosis)],
  set: (set) => ["set", set === "asked" ? "asked of me" : set],
  ex: ({ kind, equal }) => [exDefinitions[kind].label, equal ? "equal" : "differs"],
  difference: (kind) => ["difference", differenceNames[kind]],
  status: (status) => ["run", statusNames[status]],
});

/** The filter of the queue as chips. */
export const filterChips = (filter: QueueFilter, form: VerdictForm): FilterChip<QueueFilter>[] =>
  chipsOf(filter, wordsOf(form));
