import { parseCall } from "./call.ts";
import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { isBodyQuote } from "./tree-tokens.ts";
import { parseType } from "./type-name.ts";
import { endsExpression } from "./words.ts";

/** So many casts, subscripts and fields may follow each other behind one operand. */
const mostPostfixes = 50;

const constants = new Set(
  "NULL TRUE FALSE DEFAULT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER SESSION_USER LOCALTIME LOCALTIMESTAMP".split(
    " ",
  ),
);
const typedLiterals = new Set(["INTERVAL", "DATE", "TIMESTAMP", "TIME", "TIMESTAMPTZ"]);
const intervalUnits = new Set(["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "TO"]);

/** An operand with what binds to it from behind: casts, subscripts, fields, COLLATE, AT TIME ZONE. */
export function parsePostfixed(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  let node = parsePrimary(cursor);
  for (let count = 0; count < mostPostfixes && node !== null; count += 1) {
    const next = postfixOf(cursor, start, node);
    if (next === null) return node;
    node = next;
  }
  return node;
}

function postfixOf(cursor: TokenCursor, start: number, left: SqlNode): SqlNode | null {
  const token = cursor.token();
  if (token?.kind === "word") return wordPostfix(cursor, start, left);
  if (token === undefined || cursor.dialect === "sqlite") return null;
  if (cursor.acceptText("::")) return cursor.made("cast", start, [left, parseType(cursor)]);
  if (token.text === "[") return cursor.made("subscript", start, [left, ...subscripts(cursor)]);
  if (token.text !== "." || !(cursor.isName(1) || cursor.text(1) === "*")) return null;
  cursor.pass(2);
  return cursor.made("field", start, [left]);
}

function wordPostfix(cursor: TokenCursor, start: number, left: SqlNode): SqlNode | null {
  if (cursor.dialect === "postgresql" && cursor.accept("AT", "TIME", "ZONE"))
    return cursor.made("at-time-zone", start, [left, parsePrimary(cursor)]);
  if (cursor.word() !== "COLLATE" || cursor.token(1) === undefined) return null;
  cursor.pass(cursor.text(2) === "." ? 4 : 2);
  return cursor.made("collate", start, [left]);
}

function subscripts(cursor: TokenCursor): (SqlNode | null)[] {
  cursor.pass(1);
  const children: (SqlNode | null)[] = [];
  while (!cursor.atEnd && cursor.text() !== "]") {
    const before = cursor.at;
    if (!cursor.acceptText(":") && !cursor.acceptText(",")) children.push(cursor.grammar.expression(cursor));
    if (cursor.at === before) break;
  }
  cursor.acceptText("]");
  return children;
}

/** One operand: a literal, a name, a call, a CASE, or something in parentheses; null where none begins here. */
function parsePrimary(cursor: TokenCursor): SqlNode | null {
  const token = cursor.token();
  if (token === undefined || isBodyQuote(token)) return null;
  switch (token.kind) {
    case "number":
    case "parameter":
    case "blob":
      return cursor.leaf(token.kind);
    case "string":
      return stringLiteral(cursor);
    case "quoted":
      return nameOrCall(cursor);
    case "word":
      return wordOperand(cursor);
    default:
      break;
  }
  if (token.text === "(") return parenthesised(cursor);
  if (token.text === "*") return cursor.leaf("star");
  if (token.text === "[") return arrayLiteral(cursor, cursor.at);
  if (token.kind === "punctuation") return null;
  cursor.skippedCount += 1;
  return cursor.leaf("skipped");
}

/** Strings that follow each other are one string (SQL standard, split over lines). */
function stringLiteral(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  do cursor.pass(1);
  while (cursor.token()?.kind === "string" && cursor.dialect === "postgresql");
  return cursor.made("string", start);
}

function wordOperand(cursor: TokenCursor): SqlNode | null {
  const word = cursor.word();
  const follows = cursor.text(1);
  const start = cursor.at;
  if (word === "CASE") return caseExpression(cursor);
  if (word === "ARRAY" && follows === "[") {
    cursor.pass(1);
    return arrayLiteral(cursor, start);
  }
  if (word === "EXISTS" || (word === "ARRAY" && follows === "(")) {
    cursor.pass(1);
    return cursor.made(word === "EXISTS" ? "exists" : "array", start, [parsePrimary(cursor)]);
  }
  if ((word === "ANY" || word === "ALL" || word === "SOME") && follows === "(") {
    cursor.pass(1);
    return cursor.made("quantified", start, [parsePrimary(cursor)]);
  }
  if (typedLiterals.has(word) && cursor.token(1)?.kind === "string") {
    cursor.pass(2);
    while (intervalUnits.has(cursor.word())) cursor.pass(1);
    return cursor.made("typed-literal", start);
  }
  if (follows !== "(" && follows !== ".") {
    if (constants.has(word)) return cursor.leaf("constant");
    if (endsExpression.has(word)) return null;
  }
  return nameOrCall(cursor);
}

function nameOrCall(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  while (cursor.text() === "." && (cursor.isName(1) || cursor.text(1) === "*")) {
    cursor.pass(2);
    if (cursor.tokens[cursor.at - 1]?.text === "*") return cursor.made("star", start);
  }
  if (cursor.text() === "(") return parseCall(cursor, start);
  return cursor.made("column", start);
}

function parenthesised(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (cursor.opensQuery) return subquery(cursor);
  const children = cursor.parenthesised(() =>
    cursor.text() === ")" ? [] : cursor.list(() => cursor.grammar.expression(cursor)),
  );
  return cursor.made(children.length > 2 ? "tuple" : "parenthesised", start, children);
}

function subquery(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  return cursor.nested(() => {
    const children = cursor.parenthesised(() => [cursor.grammar.query(cursor)]);
    return cursor.made("subquery", start, children);
  });
}

function arrayLiteral(cursor: TokenCursor, start: number): SqlNode {
  cursor.pass(1);
  const children: (SqlNode | null)[] =
    cursor.text() === "]" ? [] : cursor.list(() => cursor.grammar.expression(cursor));
  children.push(cursor.skipTo(() => false));
  cursor.acceptText("]");
  return cursor.made("array", start, children);
}

function caseExpression(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  return cursor.nested(() => {
    cursor.pass(1);
    const children: (SqlNode | null)[] = [];
    if (cursor.word() !== "WHEN") children.push(cursor.grammar.expression(cursor));
    while (cursor.word() === "WHEN") {
      const from = cursor.at;
      cursor.pass(1);
      const condition = cursor.grammar.expression(cursor);
      const value = cursor.accept("THEN") ? cursor.grammar.expression(cursor) : null;
      children.push(cursor.made("when", from, [condition, value]));
    }
    if (cursor.word() === "ELSE") {
      const from = cursor.at;
      cursor.pass(1);
      children.push(cursor.made("else", from, [cursor.grammar.expression(cursor)]));
    }
    if (cursor.word() !== "END")
      children.push(cursor.skipTo(() => [",", ";"].includes(cursor.text()) || cursor.word() === "END"));
    cursor.accept("END");
    return cursor.made("case", start, children);
  });
}
