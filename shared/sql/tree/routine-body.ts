import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { isBodyQuote } from "./tree-tokens.ts";

/** Words of PL/pgSQL behind which the next statement begins without a semicolon. */
const blockWords = new Set(["DECLARE", "BEGIN", "THEN", "ELSE", "LOOP", "EXCEPTION"]);
const conditionWords = new Set(["IF", "ELSIF", "ELSEIF", "WHILE", "CASE", "ASSERT"]);
const sqlWords = new Set(["SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "CREATE"]);

/** Reads the statements between the quotes of a routine, in SQL or PL/pgSQL; null where there are none. */
export function parseRoutineBody(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const statements: (SqlNode | null)[] = [];
  while (!cursor.atEnd && !isBodyQuote(cursor.token())) {
    if (blockWords.has(cursor.word()) || cursor.text() === ";") cursor.pass(1);
    else statements.push(bodyStatement(cursor));
  }
  return cursor.node("routine-body", start, statements);
}

function bodyStatement(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  const children = content(cursor);
  // Whatever the statement holds besides is passed, so that the loop always gets on.
  while (!isEnd(cursor) || cursor.at === start) cursor.pass(1);
  const [only] = children;
  const isWhole = children.length === 1 && only?.start === start && only.end === cursor.at;
  return isWhole ? only : cursor.made("body-statement", start, children);
}

function isEnd(cursor: TokenCursor): boolean {
  return (
    cursor.atEnd || cursor.text() === ";" || blockWords.has(cursor.word()) || isBodyQuote(cursor.token())
  );
}

function content(cursor: TokenCursor): (SqlNode | null)[] {
  const { expression, query, statement } = cursor.grammar;
  if (sqlWords.has(cursor.word())) return [statement(cursor)];
  if (cursor.accept("PERFORM") || conditionWords.has(cursor.word())) {
    if (conditionWords.has(cursor.word())) cursor.pass(1);
    return cursor.word() === "WHEN" ? [] : [expression(cursor)];
  }
  if (cursor.word() === "WHEN") {
    cursor.pass(1);
    return [expression(cursor)];
  }
  if (cursor.accept("RETURN")) {
    if (cursor.accept("QUERY")) return cursor.word() === "EXECUTE" ? [] : [query(cursor)];
    cursor.accept("NEXT");
    return isEnd(cursor) ? [] : [expression(cursor)];
  }
  if (cursor.word() === "FOR") return loopSource(cursor);
  while (!isEnd(cursor) && ![":=", "="].includes(cursor.text()) && cursor.word() !== "DEFAULT")
    cursor.pass(1);
  if (isEnd(cursor)) return [];
  cursor.pass(1);
  return [expression(cursor)];
}

/** FOR row IN query LOOP, FOR i IN 1..10 LOOP. */
function loopSource(cursor: TokenCursor): (SqlNode | null)[] {
  while (!isEnd(cursor) && cursor.word() !== "IN") cursor.pass(1);
  if (!cursor.accept("IN")) return [];
  return [sqlWords.has(cursor.word()) ? cursor.grammar.query(cursor) : cursor.grammar.expression(cursor)];
}
