import { parseSync } from "libpg-query";

/** A statement and where it begins in the text it was cut from (UTF-16 offset). */
export interface CutStatement {
  text: string;
  from: number;
}

/** Cuts a text with PostgreSQL's own grammar; one that it rejects stays whole, for the server to judge. `loadModule()` must have been awaited. */
export function cutStatements(sql: string): CutStatement[] {
  const bytes = Buffer.from(sql, "utf8");
  try {
    const tree = parseSync(sql) as { stmts?: { stmt_location?: number; stmt_len?: number }[] };
    return (tree.stmts ?? []).map(({ stmt_location: location = 0, stmt_len: length }) => ({
      text: bytes.toString("utf8", location, length ? location + length : bytes.length),
      from: bytes.toString("utf8", 0, location).length,
    }));
  } catch {
    return [{ text: sql, from: 0 }];
  }
}
