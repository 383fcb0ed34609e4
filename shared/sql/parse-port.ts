import type { TextRange } from "../domain/finding.ts";
import type { SqlDialect } from "./lex.ts";

/** Why a text is no SQL of its dialect: the parser's words and the stretch that they speak of (UTF-16 offsets), null where it names none. */
export interface SyntaxProblem {
  message: string;
  range: TextRange | null;
}

/**
 * The parsers of the databases themselves, handed in because they are WASM: libpg-query for PostgreSQL, polyglot for
 * SQLite. Both are warm when one has the port, and answer at once.
 */
export interface SqlParser {
  /** The first syntax error of a text of one or more statements, bodies in PL/pgSQL included; null where there is none. */
  syntaxProblem(sql: string, dialect: SqlDialect): SyntaxProblem | null;
}
