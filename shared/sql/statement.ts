import { isWord, type SqlDialect, significantTokens, type Token } from "./lex.ts";

/** One statement of a text: from its first to its last token that carries meaning, its semicolon left out (UTF-16 offsets). */
export interface Statement {
  text: string;
  from: number;
  to: number;
}

/** Whether the `;` at `at` closes a CREATE TRIGGER: its body has semicolons of its own, so only `; END ;` does (sqlite3_complete). */
function closesTrigger(tokens: Token[], start: number, at: number): boolean {
  const word = isWord(tokens[start + 1], "TEMP") || isWord(tokens[start + 1], "TEMPORARY") ? 2 : 1;
  if (!isWord(tokens[start], "CREATE") || !isWord(tokens[start + word], "TRIGGER")) return true;
  return isWord(tokens[at - 1], "END") && tokens[at - 2]?.text === ";";
}

/** The tokens of each statement, without its semicolon; comments and blank tails are no statements. */
function statementTokens(sql: string, dialect?: SqlDialect): Token[][] {
  const tokens = significantTokens(sql, dialect);
  const statements: Token[][] = [];
  let start = 0;
  for (let at = 0; at <= tokens.length; at += 1) {
    const ends = at === tokens.length || (tokens[at]?.text === ";" && closesTrigger(tokens, start, at));
    if (!ends) continue;
    if (at > start) statements.push(tokens.slice(start, at));
    start = at + 1;
  }
  return statements;
}

/** The statements of a text, in order (SPEC L5). */
export function splitStatements(sql: string): Statement[] {
  return statementTokens(sql).map((tokens) => {
    const from = tokens[0]?.from ?? 0;
    const to = tokens.at(-1)?.to ?? from;
    return { text: sql.slice(from, to), from, to };
  });
}

/** The first word of the text in capitals, whatever comments or semicolons are before it; null where it begins with no word. */
export function firstKeyword(sql: string, dialect?: SqlDialect): string | null {
  const first = significantTokens(sql, dialect).find((token) => token.text !== ";");
  return first?.kind === "word" ? first.text.toUpperCase() : null;
}

/** The tokens of the first statement that are outside all parentheses: subqueries, CTEs, windows and calls are inside. */
export function outermostTokens(sql: string, dialect?: SqlDialect): Token[] {
  const outermost: Token[] = [];
  let depth = 0;
  for (const token of statementTokens(sql, dialect)[0] ?? []) {
    if (token.text === ")" && depth > 0) depth -= 1;
    if (depth === 0) outermost.push(token);
    if (token.text === "(") depth += 1;
  }
  return outermost;
}

function findOrderBy(outermost: Token[]): number {
  return outermost.findIndex((token, at) => isWord(token, "ORDER") && isWord(outermost[at + 1], "BY"));
}

/** Whether the statement orders its rows: an ORDER BY of the outermost SELECT or compound, not one inside (SPEC L6). */
export function hasOutermostOrderBy(sql: string, dialect?: SqlDialect): boolean {
  return findOrderBy(outermostTokens(sql, dialect)) >= 0;
}

/** The LIMIT of the outermost SELECT and where its clause is in the SQL (UTF-16 offsets). */
export interface LimitClause {
  limit: number;
  offset: number;
  from: number;
  to: number;
}

/** The outermost LIMIT where its numbers are plain integers (`LIMIT n`, `LIMIT n OFFSET m`, `LIMIT m, n`), else null (SPEC L7). */
export function outermostLimit(sql: string, dialect?: SqlDialect): LimitClause | null {
  const outermost = outermostTokens(sql, dialect);
  const at = outermost.findLastIndex((token) => isWord(token, "LIMIT"));
  const [word, first, separator, second, rest] = at < 0 ? [] : outermost.slice(at);
  const leading = integerOf(first);
  if (word === undefined || first === undefined || leading === null) return null;
  if (separator === undefined) return { limit: leading, offset: 0, from: word.from, to: first.to };
  const trailing = integerOf(second);
  if (second === undefined || trailing === null || rest !== undefined) return null;
  const range = { from: word.from, to: second.to };
  if (isWord(separator, "OFFSET")) return { limit: leading, offset: trailing, ...range };
  return separator.text === "," ? { limit: trailing, offset: leading, ...range } : null;
}

function integerOf(token: Token | undefined): number | null {
  if (token?.kind !== "number" || !/^\d+$/.test(token.text)) return null;
  const value = Number(token.text);
  return Number.isSafeInteger(value) ? value : null;
}
