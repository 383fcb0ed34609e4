import type { TextRange } from "../domain/finding.ts";
import { changedRanges } from "../text/changed-ranges.ts";
import { type SqlDialect, significantTokens, type Token } from "./lex.ts";

/**
 * What two SQL texts do not share, token by token (SPEC L9): layout, comments and the case of words do not count, the
 * text of strings and quoted names does.
 */
export function diffTokens(a: string, b: string, dialect?: SqlDialect): { a: TextRange[]; b: TextRange[] } {
  return changedRanges(significantTokens(a, dialect), significantTokens(b, dialect), tokenKey);
}

function tokenKey({ kind, text }: Token): string {
  return kind === "word" || kind === "number" || kind === "blob" ? text.toLowerCase() : text;
}
