import type { SqlDialect } from "./lex.ts";

/** Words that either dialect takes for its own where a name is expected. */
const reserved = new Set(
  "all analyse analyze and any array as asc asymmetric between both by case cast check collate column constraint create cross current_date current_role current_time current_timestamp current_user default deferrable desc distinct do else end except exists false fetch for foreign freeze from full grant group having ilike in index initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right select session_user set similar some symmetric table tablesample then to trailing transaction true union unique update user using values variadic verbose when where window with".split(
    " ",
  ),
);

/** A name as SQL has to write it: quoted only where it would be read as something else. */
export function writtenName(name: string, dialect: SqlDialect): string {
  const plain = dialect === "sqlite" ? /^[a-z_][a-z0-9_]*$/i : /^[a-z_][a-z0-9_]*$/;
  return plain.test(name) && !reserved.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The name of a table, which may be behind that of its schema: "audit.log". */
export function writtenTable(name: string, dialect: SqlDialect): string {
  const parts = name.split(".");
  const isPath = dialect === "postgresql" && parts.length === 2 && parts.every((part) => part !== "");
  return isPath ? parts.map((part) => writtenName(part, dialect)).join(".") : writtenName(name, dialect);
}
