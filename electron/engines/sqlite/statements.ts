import { splitStatements } from "#shared/sql/statement.ts";
import { refused, StatementError } from "../engine.ts";

/** Statements that SQLite knows and that do more than read; whatever else is no statement of SQLite fails in its own words. */
const refusedKeywords = new Set([
  ...["ALTER", "ANALYZE", "ATTACH", "BEGIN", "COMMIT", "CREATE", "DELETE", "DETACH", "DROP", "END", "INSERT"],
  ...["PRAGMA", "REINDEX", "RELEASE", "REPLACE", "ROLLBACK", "SAVEPOINT", "UPDATE", "VACUUM"],
]);

/**
 * The one statement that a text under test may hold, from its first to its last token. Throws a refusal for several
 * statements, for a statement that does more than read, and for a NUL character, where SQLite would silently stop reading.
 * The authorizer is behind this gate: it alone decides what a SELECT or a WITH may reach.
 */
export function oneSqliteRead(sql: string): { text: string; from: number } {
  const nul = sql.indexOf("\0");
  if (nul >= 0)
    throw refused("the SQL contains a NUL character, after which SQLite would ignore the rest", nul);
  const [statement, second] = splitStatements(sql);
  if (!statement)
    throw new StatementError({ message: "there is no statement in the SQL", kind: "sql", offset: null });
  if (second) throw refused("the SQL has several statements; write exactly one", second.from);
  // The statement begins with its first token, so its leading letters are its keyword.
  const keyword = (/^[A-Za-z]+/.exec(statement.text)?.[0] ?? "").toUpperCase();
  if (refusedKeywords.has(keyword))
    throw refused(
      `${keyword} is not run; SQL under test may only read (SELECT, WITH, VALUES, EXPLAIN)`,
      statement.from,
    );
  return { text: statement.text, from: statement.from };
}
