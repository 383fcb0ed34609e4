import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";

const furtherWords = new Set("PRECISION VARYING UNSIGNED INTEGER INT ZONE".split(" "));

/** Reads a type's name: numeric(10, 2), double precision, timestamp(3) with time zone, schema.name, text[]. */
export function parseType(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (!cursor.isName()) return null;
  cursor.pass(1);
  while (furtherWords.has(cursor.word())) cursor.pass(1);
  while (cursor.text() === "." && cursor.isName(1)) cursor.pass(2);
  if (cursor.text() === "(") cursor.passBalanced();
  if ((cursor.word() === "WITH" || cursor.word() === "WITHOUT") && cursor.word(1) === "TIME") cursor.pass(3);
  while (cursor.text() === "[" && (cursor.text(1) === "]" || cursor.text(2) === "]")) cursor.passBalanced();
  return cursor.made("type", start);
}
