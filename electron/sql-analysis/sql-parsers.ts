import type { SqlDialect } from "#shared/sql/lex.ts";
import type { SqlParser, SyntaxProblem } from "#shared/sql/parse-port.ts";

type SyntaxCheck = (sql: string) => SyntaxProblem | null;

/** Words of libpg-query's PL/pgSQL compiler that speak of the source; its others speak of a catalogue that it has not got. */
const bodyProblem = /syntax error|is not a known variable|unterminated|missing|mismatched/;

/** Loads the parsers of these dialects (WASM, some 20 ms for PostgreSQL, 300 ms for SQLite) and gives them as one port. */
export async function loadSqlParsers(dialects: readonly SqlDialect[]): Promise<SqlParser> {
  const checks: Partial<Record<SqlDialect, SyntaxCheck>> = {};
  for (const dialect of new Set(dialects))
    checks[dialect] = dialect === "postgresql" ? await loadPostgresql() : await loadSqlite();
  return {
    syntaxProblem(sql, dialect) {
      const check = checks[dialect];
      if (check === undefined) throw new Error(`The parser of ${dialect} is not loaded.`);
      return check(sql);
    },
  };
}

async function loadPostgresql(): Promise<SyntaxCheck> {
  const { hasSqlDetails, loadModule, parsePlPgSQLSync, parseSync } = await import("libpg-query");
  await loadModule();
  return (sql) => {
    if (sql.trim() === "") return null;
    try {
      parseSync(sql);
    } catch (error) {
      const at = hasSqlDetails(error) ? error.sqlDetails?.cursorPosition : undefined;
      return {
        message: wordsOf(error),
        range: at === undefined ? null : wordRange(sql, codePointOffset(sql, at)),
      };
    }
    return /\b(?:plpgsql|DO)\b/i.test(sql) ? plpgsqlProblem(sql, parsePlPgSQLSync) : null;
  };
}

function plpgsqlProblem(sql: string, parse: (sql: string) => unknown): SyntaxProblem | null {
  try {
    parse(sql);
    return null;
  } catch (error) {
    const message = wordsOf(error);
    return bodyProblem.test(message)
      ? { message: `in the body of a routine, ${message}`, range: null }
      : null;
  }
}

async function loadSqlite(): Promise<SyntaxCheck> {
  const { init, validate } = await import("@polyglot-sql/sdk");
  await init();
  const firstError = (sql: string) => {
    try {
      return validate(sql, "sqlite").errors.find(({ severity }) => severity === "error");
    } catch (error) {
      // Its recursion has no bound of its own; the parser is good for the next text.
      if (error instanceof RangeError) return { message: "it is nested too deep to be read" };
      throw error;
    }
  };
  return (sql) => {
    const found = firstError(sql);
    if (found === undefined) return null;
    const { message, start, end } = { start: undefined, end: undefined, ...found };
    const isPlaced = start !== undefined && end !== undefined;
    const range = isPlaced ? { from: codePointOffset(sql, start), to: codePointOffset(sql, end) } : null;
    return { message, range };
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Both parsers count code points; the rest of Querent counts UTF-16 code units. */
function codePointOffset(text: string, codePoints: number): number {
  if (!/[\uD800-\uDBFF]/.test(text)) return Math.min(codePoints, text.length);
  let offset = 0;
  for (let left = codePoints; left > 0 && offset < text.length; left -= 1)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}

/** The word that an offset points to; empty at the end of the text. */
function wordRange(text: string, from: number): { from: number; to: number } {
  const length = /^(?:[\p{L}\p{N}_]+|\S)/u.exec(text.slice(from, from + 200))?.[0].length ?? 0;
  return { from, to: from + length };
}
