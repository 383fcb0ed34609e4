import type { StatementResult } from "../../electron/engines/engine.ts";

/** What a query gives that ends well, by the declared types of its columns, each named for its type, and its rows. */
export function queryResult(types: readonly string[], rows: StatementResult["rows"]): StatementResult {
  return {
    columns: types.map((declaredType) => ({ name: declaredType, declaredType })),
    rows,
    rowCount: rows.length,
    truncated: false,
    command: "SELECT",
    affected: null,
    notices: [],
    status: "ok",
    error: null,
    elapsedMs: 0,
  };
}
