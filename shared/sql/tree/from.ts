import { parsePostfixed } from "./primary.ts";
import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { clauseWords, joinWords, notAlias } from "./words.ts";

/** Reads what is behind FROM or USING: tables, each with the joins behind it, in one flat list. */
export function parseTables(cursor: TokenCursor): SqlNode[] {
  const parts: SqlNode[] = [];
  do {
    const table = parseTable(cursor);
    if (table !== null) parts.push(table);
    while (isJoin(cursor)) parts.push(join(cursor));
  } while (cursor.acceptText(","));
  return parts;
}

function isJoin(cursor: TokenCursor): boolean {
  let offset = 0;
  while (joinWords.has(cursor.word(offset)) || cursor.word(offset) === "OUTER") {
    if (cursor.word(offset) === "JOIN") return true;
    offset += 1;
  }
  return false;
}

function join(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  while (cursor.word() !== "JOIN") cursor.pass(1);
  cursor.pass(1);
  const children: (SqlNode | null)[] = [cursor.made("join-type", start), parseTable(cursor)];
  const from = cursor.at;
  if (cursor.accept("ON")) children.push(cursor.made("on", from, [cursor.grammar.expression(cursor)]));
  else if (cursor.word() === "USING" && cursor.text(1) === "(") {
    cursor.pass(1);
    cursor.passBalanced();
    children.push(cursor.made("using", from));
  }
  return cursor.made("join", start, children);
}

/** Reads the table that an INSERT fills: a parenthesis behind its name holds columns, not arguments. */
export function parseFilledTable(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (!cursor.isName()) return parseTable(cursor);
  const name = tableName(cursor);
  const alias = cursor.accept("AS") && cursor.isName() ? cursor.leaf("alias") : null;
  return cursor.made("table", start, [name, alias]);
}

function tableName(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  while (cursor.text() === "." && cursor.isName(1)) cursor.pass(2);
  return cursor.made("table-name", start);
}

/** Reads one table: a name, a subquery, a function or joins in parentheses, with its alias. */
export function parseTable(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  while (cursor.accept("LATERAL") || cursor.accept("ONLY"));
  const source = tableSource(cursor);
  if (source === null) return cursor.node("skipped", start);
  const children = [source, ...sourceOptions(cursor)];
  const kind = {
    subquery: "derived-table",
    "parenthesised-join": "parenthesised-join",
    "table-name": "table",
  } as const;
  const found = kind[source.kind as keyof typeof kind] ?? "table-function";
  return cursor.made(found, start, children);
}

function tableSource(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (cursor.text() === "(") {
    if (cursor.opensQuery) return parsePostfixed(cursor);
    return cursor.nested(() =>
      cursor.made(
        "parenthesised-join",
        start,
        cursor.parenthesised(() => parseTables(cursor)),
      ),
    );
  }
  if (!cursor.isName() || (cursor.token()?.kind === "word" && clauseWords.has(cursor.word())))
    return cursor.skipTo(() => clauseWords.has(cursor.word()) || [",", ";"].includes(cursor.text()));
  const name = tableName(cursor);
  if (cursor.text() !== "(") {
    cursor.acceptText("*");
    return name;
  }
  cursor.at = start;
  return parsePostfixed(cursor);
}

function sourceOptions(cursor: TokenCursor): SqlNode[] {
  const children: SqlNode[] = [];
  cursor.accept("WITH", "ORDINALITY");
  sample(cursor);
  const named = cursor.accept("AS");
  const isAlias = cursor.token()?.kind === "quoted" || (cursor.isName() && !notAlias.has(cursor.word()));
  if (isAlias || (named && cursor.token()?.kind === "string")) children.push(cursor.leaf("alias"));
  if ((isAlias || named) && cursor.text() === "(") cursor.passBalanced();
  sample(cursor);
  if (cursor.isWords("INDEXED", "BY")) cursor.pass(3);
  else cursor.accept("NOT", "INDEXED");
  return children;
}

function sample(cursor: TokenCursor): void {
  if (cursor.word() !== "TABLESAMPLE" || !cursor.isName(1)) return;
  cursor.pass(2);
  cursor.passBalanced();
  if (cursor.accept("REPEATABLE")) cursor.passBalanced();
}
