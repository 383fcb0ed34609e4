import { lex, nameOf, type Token } from "#shared/sql/lex.ts";

/** More candidates than this are not tried: an error is located for a reader, not at any price. */
const maxCandidates = 64;

/** The message with which SQLite refuses to prepare a text, or null where it prepares. */
export type PrepareError = (sql: string) => string | null;

/**
 * The UTF-16 offset of the token that an error message of SQLite names, or null where that is not certain.
 * node:sqlite does not offer sqlite3_error_offset, so candidates are tried: a prefix of the statement fails with the same
 * words exactly from the token at which the parser gave up; a missing name fails when all its other occurrences are NULL.
 */
export function locateError(sql: string, message: string, prepareError: PrepareError): number | null {
  const tokens = () => lex(sql).filter(({ kind }) => kind !== "space" && kind !== "comment");
  const near =
    /^near "([\s\S]*)": syntax error$/.exec(message) ?? /^unrecognized token: "([\s\S]*)"$/.exec(message);
  if (near) return failingPrefix(sql, message, tokensOf(tokens(), near[1] ?? ""), prepareError);
  const missing = /^(?:no such (?:column|function)|ambiguous column name): ([\s\S]+)$/.exec(message);
  if (missing) return failingName(sql, message, occurrences(tokens(), missing[1] ?? ""), prepareError);
  const table = /^no such table: ([\s\S]+)$/.exec(message);
  return table ? onlyOne(tablePlaces(tokens(), table[1] ?? "")) : null;
}

function tokensOf(tokens: Token[], text: string): Token[] {
  return tokens.filter((token) => token.text === text || (!token.terminated && token.text.startsWith(text)));
}

function failingPrefix(
  sql: string,
  message: string,
  candidates: Token[],
  prepareError: PrepareError,
): number | null {
  if (candidates.length > maxCandidates) return null;
  return candidates.find(({ to }) => prepareError(sql.slice(0, to)) === message)?.from ?? null;
}

/** Runs of tokens that spell a dotted name ("t.x"), in any quoting. */
function occurrences(tokens: Token[], name: string): { from: number; to: number }[] {
  const parts = name.toLowerCase().split(".");
  const found: { from: number; to: number }[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const run = parts.map((_, part) => tokens[at + 2 * part]);
    const spelled = run.every((token, part) => token && nameOf(token)?.toLowerCase() === parts[part]);
    const dotted = parts.every((_, part) => part === 0 || tokens[at + 2 * part - 1]?.text === ".");
    const first = run[0];
    const last = run.at(-1);
    if (spelled && dotted && first && last) found.push({ from: first.from, to: last.to });
  }
  return found;
}

function failingName(
  sql: string,
  message: string,
  positions: { from: number; to: number }[],
  prepareError: PrepareError,
): number | null {
  if (positions.length < 2) return onlyOne(positions);
  if (positions.length > maxCandidates) return null;
  const failing = positions.find(
    (one) =>
      prepareError(
        blank(
          sql,
          positions.filter((other) => other !== one),
        ),
      ) === message,
  );
  return failing?.from ?? null;
}

/** Replaces names by NULL. */
function blank(sql: string, positions: { from: number; to: number }[]): string {
  let text = sql;
  for (const { from, to } of [...positions].reverse()) text = `${text.slice(0, from)}NULL${text.slice(to)}`;
  return text;
}

/** Where a name is used as a table: after FROM, JOIN, INTO or a comma; the first of them is as missing as the others. */
function tablePlaces(tokens: Token[], name: string): { from: number; to: number }[] {
  const positions = occurrences(tokens, name);
  const asTable = positions.filter(({ from }) => {
    const before = tokens[tokens.findIndex((token) => token.from === from) - 1];
    return before !== undefined && /^(from|join|,|\()$/i.test(before.text);
  });
  return asTable.length > 0 ? asTable.slice(0, 1) : positions;
}

function onlyOne(positions: { from: number }[]): number | null {
  return positions.length === 1 ? (positions[0]?.from ?? null) : null;
}
