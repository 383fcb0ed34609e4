import { parseTail } from "./order.ts";
import { parseSelect } from "./select.ts";
import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { compoundWords } from "./words.ts";

/** Reads a query: WITH, its SELECTs or VALUES, the compounds of them, and what orders and limits the whole. */
export function parseQuery(cursor: TokenCursor): SqlNode | null {
  return cursor.nested(() => {
    const start = cursor.at;
    const ctes = cursor.word() === "WITH" ? withClause(cursor) : null;
    const body = compound(cursor);
    const tail = body === null ? [] : parseTail(cursor);
    if (ctes === null && tail.length === 0) return body;
    return cursor.node("query", start, [ctes, body ?? cursor.grammar.statement(cursor), ...tail]);
  });
}

function compound(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const first = term(cursor);
  if (first === null || !compoundWords.has(cursor.word())) return first;
  const children: (SqlNode | null)[] = [first];
  while (compoundWords.has(cursor.word())) {
    const words = ["ALL", "DISTINCT"].includes(cursor.word(1)) ? 2 : 1;
    children.push(cursor.leaf("operator", words), term(cursor));
  }
  return cursor.made("set-operation", start, children);
}

function term(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (cursor.word() === "SELECT") return parseSelect(cursor);
  if (cursor.accept("VALUES"))
    return cursor.made(
      "values",
      start,
      cursor.list(() => row(cursor)),
    );
  if (cursor.text() === "(")
    return cursor.nested(() =>
      cursor.made(
        "parenthesised-query",
        start,
        cursor.parenthesised(() => [parseQuery(cursor)]),
      ),
    );
  if (cursor.word() === "TABLE" && cursor.isName(1)) return cursor.leaf("select", 2);
  return null;
}

function row(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (cursor.text() !== "(") return null;
  const values = () => cursor.list(() => cursor.grammar.expression(cursor));
  return cursor.made("row", start, cursor.parenthesised(values));
}

function withClause(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  cursor.accept("RECURSIVE");
  return cursor.made(
    "with",
    start,
    cursor.list(() => cte(cursor)),
  );
}

function cte(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (!cursor.isName()) return null;
  const children: (SqlNode | null)[] = [cursor.leaf("alias")];
  if (cursor.text() === "(") cursor.passBalanced();
  cursor.accept("AS");
  cursor.accept("NOT");
  cursor.accept("MATERIALIZED");
  if (cursor.text() === "(") children.push(...cursor.parenthesised(() => [cursor.grammar.statement(cursor)]));
  return cursor.made("cte", start, children);
}
