import type { QueueFilter } from "#shared/contract/queue.ts";
import type { DifferenceKind } from "#shared/domain/difference.ts";
import { exDefinitions } from "#shared/domain/ex.ts";
import type { RunStatus } from "#shared/domain/result.ts";
import { diagnosisLabels } from "#shared/domain/verdict.ts";

/** One condition of the filter as a chip: its name, what it asks for, and the filter without it. */
export interface FilterChip {
  key: keyof QueueFilter;
  name: string;
  value: string;
  without: QueueFilter;
}

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

type Chips = { [Key in keyof QueueFilter]-?: (value: NonNullable<QueueFilter[Key]>) => [string, string] };

const chips: Chips = {
  text: (text) => ["text", `“${text}”`],
  dbId: (dbId) => ["database", dbId],
  system: (system) => ["system", system],
  label: (label) => ["label", labelNames[label]],
  diagnosis: (diagnosis) => ["diagnosis", diagnosisLabels[diagnosis].label],
  ex: ({ kind, equal }) => [exDefinitions[kind].label, equal ? "equal" : "differs"],
  difference: (kind) => ["difference", differenceNames[kind]],
  status: (status) => ["run", statusNames[status]],
};

/** The filter as chips in a fixed order, the text search left out: it stands in its own field. */
export function filterChips(filter: QueueFilter): FilterChip[] {
  return (Object.keys(chips) as (keyof QueueFilter)[]).flatMap((key) => {
    const value = filter[key];
    if (key === "text" || value === undefined) return [];
    const [name, text] = (chips[key] as (value: unknown) => [string, string])(value);
    return [{ key, name, value: text, without: changedFilter(filter, { [key]: undefined }) }];
  });
}

/** The filter with some conditions replaced; undefined and "" take a condition away. */
export function changedFilter(
  filter: QueueFilter,
  change: { [Key in keyof QueueFilter]?: QueueFilter[Key] | undefined },
): QueueFilter {
  const entries = Object.entries({ ...filter, ...change });
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== ""),
  ) as QueueFilter;
}

export const isFiltered = (filter: QueueFilter): boolean => Object.keys(filter).length > 0;
