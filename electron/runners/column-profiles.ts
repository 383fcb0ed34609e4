import type { Cell } from "#shared/domain/cell.ts";
import type { ColumnProfile } from "#shared/domain/column-profile.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { profileSql, readProfile } from "#shared/sql/propose/profile-sql.ts";
import type { DatabaseState, StatementLimits } from "../engines/task-engine.ts";
import { failureOf } from "./run-texts.ts";

/** What came of looking at a column: its profile, or why its data could not be read. */
export type ColumnLook = { profile: ColumnProfile } | { unread: string };

/** Looks at the data of one column. Rejects for the signal or a lost engine only. */
export async function lookAtColumn(
  state: DatabaseState,
  { table, column }: Pick<ColumnProfile, "table" | "column">,
  options: { dialect: SqlDialect; limits: StatementLimits; signal: AbortSignal },
): Promise<ColumnLook> {
  const { dialect, limits, signal } = options;
  const { counts, values } = profileSql(table, column, dialect);
  const rows: Cell[][][] = [];
  for (const sql of [counts, values]) {
    const [result] = await state.run([sql], { limits, signal });
    if (result?.status !== "ok")
      return { unread: result === undefined ? "it gave no answer" : failureOf(result) };
    rows.push(result.rows);
  }
  return { profile: readProfile({ table, column }, { counts: rows[0] ?? [], values: rows[1] ?? [] }) };
}
