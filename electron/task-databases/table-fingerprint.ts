import { createHash } from "node:crypto";
import type { Cell } from "#shared/domain/cell.ts";
import { jsonLine } from "#shared/formats/test-form/json-line.ts";
import type { DatabaseState, StatementLimits } from "../engines/engine.ts";
import { failureText } from "./run-texts.ts";

/** The rows that a script reads at once: an evaluator hands over 10,000 of a query at most. */
const pageRows = 5_000;

/** A larger table is no matter for a test, which reads all of it. */
const mostRows = 200_000;

/** What a form's script finds in an unchanged table of SQLite: its rows, and their fingerprint whatever their order; else why it cannot be computed. */
export type TableFingerprint = { rows: number; fingerprint: string } | { unread: string };

/** Reads a table of SQLite as `fingerprint` of a form's script does. Rejects for the signal or a lost engine only. */
export async function tableFingerprint(
  state: DatabaseState,
  table: string,
  { limits, signal }: { limits: StatementLimits; signal: AbortSignal },
): Promise<TableFingerprint> {
  const lines: string[] = [];
  for (let page: Cell[][] | null = null; page === null || page.length === pageRows; ) {
    const sql = `SELECT * FROM ${table} LIMIT ${pageRows} OFFSET ${lines.length}`;
    const [result] = await state.run([sql], { limits, signal });
    if (result?.status !== "ok")
      return { unread: result === undefined ? "The database did not answer." : failureText(result) };
    page = result.rows;
    for (const row of page) lines.push(jsonLine(row));
    if (lines.length > mostRows)
      return { unread: `${table} has more than ${mostRows} rows, which is too many for a test to compare.` };
  }
  const fingerprint = createHash("md5").update(lines.sort().join("\n")).digest("hex");
  return { rows: lines.length, fingerprint };
}
