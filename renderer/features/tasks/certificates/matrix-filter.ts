import { propertySign, verdictWords } from "#shared/certificate/certificate-words.ts";
import { mutationScore } from "#shared/certificate/mutant-score.ts";
import type { MatrixRow } from "#shared/contract/certificates.ts";
import { type CertificateVerdict, type PropertyName, propertyNames } from "#shared/domain/certificate.ts";
import { type ChipWords, chipsOf, type FilterChip } from "../../../ui/filters.ts";

/** What rows of the matrix are asked for. */
export interface MatrixFilter {
  /** Words of the id. */
  text?: string;
  database?: string;
  verdict?: CertificateVerdict | "none";
  /** A property that does not hold, or could not be judged. */
  open?: PropertyName;
  validity?: "current" | "void";
}

/** What the matrix can be sorted by: the order of the project, a property, or another column. */
export type MatrixColumn = PropertyName | "task" | "verdict" | "detected" | "exceptions" | "made";

export interface MatrixSort {
  by: MatrixColumn;
  descending: boolean;
}

export const matrixVerdictNames: Record<NonNullable<MatrixFilter["verdict"]>, string> = {
  ...verdictWords,
  none: "never certified",
};

export const validityNames: Record<NonNullable<MatrixFilter["validity"]>, string> = {
  current: "still valid",
  void: "void",
};

const words: ChipWords<MatrixFilter> = {
  database: (database) => ["database", database],
  verdict: (verdict) => ["verdict", matrixVerdictNames[verdict]],
  open: (name) => ["does not hold", name],
  validity: (validity) => ["certificate", validityNames[validity]],
};

/** The filter of the matrix as chips. */
export const matrixChips = (filter: MatrixFilter): FilterChip<MatrixFilter>[] => chipsOf(filter, words);

/** The rows that pass a filter, in the order that is asked for; rows that are equal there stay in the order of the project. */
export function shownRows(
  rows: readonly MatrixRow[],
  filter: MatrixFilter,
  { by, descending }: MatrixSort,
): MatrixRow[] {
  const text = filter.text?.trim().toLowerCase() ?? "";
  const shown = rows.filter(
    (row) =>
      row.instanceId.toLowerCase().includes(text) &&
      (filter.database === undefined || row.database === filter.database) &&
      (filter.verdict === undefined || (row.certificate?.verdict ?? "none") === filter.verdict) &&
      (filter.open === undefined || isOpen(row, filter.open)) &&
      (filter.validity === undefined || validityOf(row) === filter.validity),
  );
  if (by === "task") return descending ? shown.reverse() : shown;
  const ranked = shown.map((row) => ({ row, rank: rankOf(row, by) }));
  return ranked.sort((a, b) => compared(a.rank, b.rank, descending)).map(({ row }) => row);
}

/** Whether a property keeps a task from being certified. */
function isOpen({ certificate }: MatrixRow, name: PropertyName): boolean {
  if (certificate === null) return false;
  const sign = propertySign(certificate.properties[name]);
  return sign === "fails" || sign === "not-judged";
}

function validityOf({ certificate }: MatrixRow): MatrixFilter["validity"] | null {
  if (certificate === null) return null;
  return certificate.changed.length > 0 ? "void" : "current";
}

const verdictRanks: Record<CertificateVerdict, number> = {
  "not-certified": 0,
  "certified-with-exceptions": 1,
  certified: 2,
};
const signRanks = { fails: 0, "not-judged": 1, holds: 2, "not-applicable": 3 } as const;

/** Where a row stands in a column, what is to be mended first; null: it has nothing there, and comes last. */
function rankOf({ certificate }: MatrixRow, by: Exclude<MatrixColumn, "task">): number | null {
  if (certificate === null) return null;
  switch (by) {
    case "verdict":
      return verdictRanks[certificate.verdict];
    case "detected":
      return mutationScore(certificate.counts.status);
    case "exceptions":
      return -certificate.exceptions;
    case "made":
      return -Date.parse(certificate.madeAt);
    default: {
      const cell = certificate.properties[by];
      return signRanks[propertySign(cell)] - (cell.exceptions > 0 ? 0.5 : 0);
    }
  }
}

function compared(a: number | null, b: number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return descending ? b - a : a - b;
}

/** The order after a person chose a column: chosen again, the other way round; a third time, that of the project. */
export function nextSort(sort: MatrixSort, by: MatrixColumn): MatrixSort {
  if (sort.by !== by) return { by, descending: false };
  return sort.descending ? { by: "task", descending: false } : { by, descending: true };
}

/** The columns of the matrix, in their order. */
export const matrixColumns: readonly MatrixColumn[] = [
  ...(["task", "verdict"] as const),
  ...propertyNames,
  ...(["detected", "exceptions", "made"] as const),
];

/** The property that a cell leads to: its own; null for the whole certificate. */
export function propertyOf({ certificate }: MatrixRow, column: MatrixColumn): PropertyName | null {
  switch (column) {
    case "task":
    case "verdict":
    case "made":
      return null;
    case "detected":
      return "guarded";
    case "exceptions":
      return propertyNames.find((name) => (certificate?.properties[name].exceptions ?? 0) > 0) ?? null;
    default:
      return column;
  }
}
