import type { Reading } from "../domain/reading.ts";
import { normalTokens } from "../sql/anchor/normal-tokens.ts";
import { lex, type SqlDialect } from "../sql/lex.ts";
import { treeTokens } from "../sql/tree/tree-tokens.ts";

/** SQL that somebody proposes in place of a snippet, and what it means. */
export interface ProposedReading {
  sql: string;
  meaning: string;
}

/** A proposal that is no reading, and why. */
export interface RefusedReading {
  sql: string;
  reason: string;
}

/**
 * The proposals that say something else than the snippet, the readings that are listed, and each other, however they are
 * written; and the others.
 */
export function newReadings(
  proposed: readonly ProposedReading[],
  { snippet, listed, dialect }: { snippet: string; listed: readonly Reading[]; dialect: SqlDialect },
): { fresh: ProposedReading[]; refused: RefusedReading[] } {
  const written = (sql: string): string =>
    JSON.stringify(normalTokens(treeTokens(sql, dialect), "spelling", dialect).map(({ value }) => value));
  const gold = written(snippet);
  const known = new Set(listed.map(({ sql }) => written(sql)));
  const problemOf = ({ sql, meaning }: ProposedReading): string | null => {
    if (written(sql) === "[]" || meaning === "") return "It has no SQL or no meaning.";
    // Behind a comment the rest of the line would be gone from the gold.
    if (lex(sql, dialect).some(({ kind }) => kind === "comment")) return "It has a comment.";
    if (written(sql) === gold) return "It is the gold's own reading.";
    return known.has(written(sql)) ? "It is listed or proposed already." : null;
  };
  const fresh: ProposedReading[] = [];
  const refused: RefusedReading[] = [];
  for (const proposal of proposed) {
    const reading = { sql: proposal.sql.trim(), meaning: proposal.meaning.trim() };
    const reason = problemOf(reading);
    if (reason === null) fresh.push(reading);
    else refused.push({ sql: reading.sql, reason });
    known.add(written(reading.sql));
  }
  return { fresh, refused };
}
