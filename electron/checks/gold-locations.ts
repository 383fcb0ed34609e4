import type { Evidence, SubTaskLocation, TextRange } from "#shared/domain/finding.ts";
import type { StatementResult } from "../engines/engine.ts";

/** Rows that a finding shows as evidence. */
const shownRows = 5;

/** A statement of the gold as a whole. */
export function wholeGold(statement: number): SubTaskLocation {
  return { kind: "gold", statement, range: null };
}

/** A stretch of a statement of the gold. */
export function goldRange(statement: number, { from, to }: TextRange): SubTaskLocation {
  return { kind: "gold", statement, range: { from, to } };
}

/** The first of some rows, as they stand under their columns. */
export function rowsAsEvidence(
  { columns }: Pick<StatementResult, "columns">,
  rows: StatementResult["rows"],
): Evidence {
  return { kind: "rows", columns, rows: rows.slice(0, shownRows) };
}
