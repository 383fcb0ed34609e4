import { z } from "zod";
import type { Cell } from "./cell.ts";

/** A column of a result: its name and the declared type of the table column it comes from ("" for an expression). */
export const ResultColumn = z.object({ name: z.string(), declaredType: z.string() });
export type ResultColumn = z.infer<typeof ResultColumn>;

/** How a statement ended. */
export const RunStatus = z.enum(["ok", "error", "timeout", "missing-database", "cancelled"]);
export type RunStatus = z.infer<typeof RunStatus>;

/** Why a statement failed; `offset` is a UTF-16 offset into the SQL as written, or null where the engine names none. */
export const RunError = z.object({
  /** The engine's or the gate's own words. */
  message: z.string(),
  /**
   * What went wrong: the statement, a refused write, a limit, the database or its engine, or the machine that ran it (its disk,
   * memory, files, a process that was killed). Nothing can be said of a statement for the last two, and the last is never stored.
   */
  kind: z.enum(["sql", "refused", "limit", "engine", "machine"]),
  offset: z.number().int().nonnegative().nullable(),
});
export type RunError = z.infer<typeof RunError>;

/**
 * What one statement gave, without its rows. `rowCount` is exact unless `truncated`, where the row cap or the
 * byte cap was met and at least that many rows exist. `elapsedMs` is the time in the engine, in milliseconds.
 */
export const RunSummary = z.object({
  status: RunStatus,
  columns: z.array(ResultColumn),
  rowCount: z.number().int().nonnegative(),
  truncated: z.boolean(),
  elapsedMs: z.number().nonnegative(),
  error: RunError.nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** Rows `from` … `from + rows.length - 1` of a result; each row has as many cells as the result has columns. */
export interface RowPage {
  from: number;
  rows: Cell[][];
}

/** Checked by hand, since zod on bulk rows costs more than sending them does (stack measurement: 4 times). */
export const RowPage = z.custom<RowPage>((value) => {
  const page = value as RowPage;
  return (
    typeof page === "object" &&
    page !== null &&
    Number.isInteger(page.from) &&
    Array.isArray(page.rows) &&
    page.rows.every(
      (row) => Array.isArray(row) && row.every((cell) => cell === null || typeof cell === "string"),
    )
  );
}, "rows of cells are expected");
