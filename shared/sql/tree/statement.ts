import { parseCommand } from "./command.ts";
import { parseFilledTable, parseTable, parseTables } from "./from.ts";
import { parseSelectItems, parseWhere } from "./select.ts";
import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { queryWords } from "./words.ts";

/** Reads one statement up to its semicolon, which stays; what is no query or change of rows is read as a `command`. */
export function parseStatement(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const node = cursor.nested(() => statementHere(cursor));
  if (cursor.at === start) return cursor.skipTo(() => cursor.text() === ";");
  const rest = cursor.skipTo(() => cursor.text() === ";");
  return rest === null || node === null ? (node ?? rest) : cursor.made("body-statement", start, [node, rest]);
}

function statementHere(cursor: TokenCursor): SqlNode | null {
  const word = cursor.word();
  if (queryWords.has(word) || cursor.text() === "(" || word === "TABLE") return cursor.grammar.query(cursor);
  if (word === "INSERT" || word === "REPLACE") return insert(cursor);
  if (word === "UPDATE") return update(cursor);
  if (word === "DELETE") return remove(cursor);
  if (word === "EXPLAIN") return explain(cursor);
  return parseCommand(cursor);
}

function explain(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  const begins = ["INSERT", "UPDATE", "DELETE", "CREATE"];
  while (
    !cursor.atEnd &&
    cursor.text() !== ";" &&
    !queryWords.has(cursor.word()) &&
    !cursor.opensQuery &&
    !begins.includes(cursor.word())
  )
    cursor.passBalanced();
  return cursor.made("explain", start, [cursor.text() === ";" ? null : cursor.grammar.statement(cursor)]);
}

function insert(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  if (cursor.accept("OR")) cursor.pass(1);
  cursor.accept("INTO");
  const children: (SqlNode | null)[] = [parseFilledTable(cursor)];
  if (cursor.text() === "(" && !cursor.opensQuery) {
    const from = cursor.at;
    cursor.passBalanced();
    children.push(cursor.made("list", from));
  }
  if (cursor.accept("OVERRIDING")) cursor.pass(2);
  if (!cursor.accept("DEFAULT", "VALUES")) children.push(cursor.grammar.query(cursor));
  children.push(conflict(cursor), returning(cursor));
  return cursor.made("insert", start, children);
}

function conflict(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (!cursor.accept("ON", "CONFLICT")) return null;
  while (!cursor.atEnd && cursor.word() !== "DO" && ![";", ")"].includes(cursor.text()))
    cursor.passBalanced();
  cursor.accept("DO");
  if (cursor.accept("NOTHING") || !cursor.accept("UPDATE")) return cursor.made("conflict", start);
  return cursor.made("conflict", start, [assignments(cursor), parseWhere(cursor)]);
}

function update(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  const children: (SqlNode | null)[] = [parseTable(cursor), assignments(cursor)];
  const from = cursor.at;
  if (cursor.accept("FROM")) children.push(cursor.made("from", from, parseTables(cursor)));
  children.push(parseWhere(cursor), returning(cursor));
  return cursor.made("update", start, children);
}

function assignments(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (!cursor.accept("SET")) return null;
  return cursor.made(
    "set",
    start,
    cursor.list(() => assignment(cursor)),
  );
}

/** An assignment reads as a comparison with one side on each side of its sign. */
function assignment(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const node = cursor.grammar.expression(cursor);
  return cursor.node("assignment", start, node?.kind === "comparison" ? node.children : [node]);
}

function remove(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  cursor.accept("FROM");
  const children: (SqlNode | null)[] = [parseTable(cursor)];
  const from = cursor.at;
  if (cursor.accept("USING")) children.push(cursor.made("from", from, parseTables(cursor)));
  children.push(parseWhere(cursor), returning(cursor));
  return cursor.made("delete", start, children);
}

function returning(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  return cursor.accept("RETURNING") ? cursor.made("returning", start, parseSelectItems(cursor)) : null;
}
