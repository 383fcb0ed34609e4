import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";

/** Reads ORDER BY with its items, directions and places of NULL. */
export function parseOrderBy(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(2);
  return cursor.made(
    "order-by",
    start,
    cursor.list(() => orderItem(cursor)),
  );
}

function orderItem(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const children = [cursor.grammar.expression(cursor)];
  if (cursor.word() === "ASC" || cursor.word() === "DESC") children.push(cursor.leaf("order-direction"));
  else if (cursor.accept("USING")) cursor.pass(1);
  if (cursor.word() === "NULLS") children.push(cursor.leaf("nulls-order", 2));
  return cursor.node("order-item", start, children);
}

/** Reads what may end a query, in any order: ORDER BY, LIMIT, OFFSET, FETCH, FOR UPDATE. */
export function parseTail(cursor: TokenCursor): SqlNode[] {
  const parts: SqlNode[] = [];
  for (;;) {
    const part = tailPart(cursor);
    if (part === null) return parts;
    parts.push(part);
  }
}

function tailPart(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (cursor.isWords("ORDER", "BY")) return parseOrderBy(cursor);
  if (cursor.accept("LIMIT"))
    return cursor.made(
      "limit",
      start,
      cursor.list(() => cursor.grammar.expression(cursor)),
    );
  if (cursor.accept("OFFSET")) {
    const amount = cursor.grammar.expression(cursor);
    if (["ROW", "ROWS"].includes(cursor.word())) cursor.pass(1);
    return cursor.made("offset", start, [amount]);
  }
  if (cursor.word() === "FETCH" && ["FIRST", "NEXT"].includes(cursor.word(1))) return fetchPart(cursor);
  if (cursor.word() === "FOR" && ["UPDATE", "SHARE", "NO", "KEY"].includes(cursor.word(1))) {
    cursor.pass(1);
    while (!cursor.atEnd && ![")", ";"].includes(cursor.text()) && !behindLocking.has(cursor.word()))
      cursor.pass(1);
    return cursor.made("locking", start);
  }
  return null;
}

/** What may be behind FOR UPDATE: a limit, another lock, and what follows the query of an INSERT. */
const behindLocking = new Set(["LIMIT", "OFFSET", "FETCH", "FOR", "ON", "RETURNING"]);

function fetchPart(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(2);
  const isCounted = !["ROW", "ROWS"].includes(cursor.word());
  const amount = isCounted ? cursor.grammar.expression(cursor) : null;
  while (["ROW", "ROWS", "ONLY", "WITH", "TIES"].includes(cursor.word())) cursor.pass(1);
  return cursor.made("fetch", start, [amount]);
}
