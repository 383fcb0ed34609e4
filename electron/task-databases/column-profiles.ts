import type { Cell } from "#shared/domain/cell.ts";
import type { ColumnProfile } from "#shared/domain/column-profile.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { profileSql, quotedName, readProfile, writtenTableSql } from "#shared/sql/propose/profile-sql.ts";
import type { DatabaseState, StatementLimits } from "../engines/engine.ts";
import { failureText } from "./run-texts.ts";

/** What came of looking at a column: its profile, or why its data could not be read. */
export type ProfiledColumn = { profile: ColumnProfile } | { unread: string };

/** Looks at the data of one column. Rejects for the signal or a lost engine only. */
export async function profileColumn(
  state: DatabaseState,
  { table, column }: Pick<ColumnProfile, "table" | "column">,
  options: { dialect: SqlDialect; limits: StatementLimits; signal: AbortSignal },
): Promise<ProfiledColumn> {
  const { dialect, limits, signal } = options;
  const ask = async (sql: string): Promise<Cell[][] | { unread: string }> => {
    const [result] = await state.run([sql], { limits, signal });
    if (result?.status === "ok") return result.rows;
    return { unread: result === undefined ? "the database did not answer" : failureText(result) };
  };
  const find = writtenTableSql(table, dialect);
  const found = find === null ? [[`t${quotedName(table)}`]] : await ask(find);
  if ("unread" in found) return found;
  const source = found[0]?.[0]?.slice(1);
  if (source === undefined) return { unread: `there is no table "${table}"` };
  const queries = profileSql(source, column, dialect);
  const counts = await ask(queries.counts);
  if ("unread" in counts) return counts;
  const values = await ask(queries.values);
  return "unread" in values ? values : { profile: readProfile({ table, column }, { counts, values }) };
}
