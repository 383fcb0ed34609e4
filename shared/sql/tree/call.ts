import { parseOrderBy } from "./order.ts";
import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { parseType } from "./type-name.ts";

/** Functions whose arguments have words between them: SUBSTRING(a FROM b FOR c). */
const wordyFunctions = new Set(["SUBSTRING", "TRIM", "POSITION", "OVERLAY", "EXTRACT", "NORMALIZE"]);
const argumentWords = new Set(["FROM", "FOR", "PLACING", "IN", "BOTH", "LEADING", "TRAILING"]);

/** Reads a call from its opening parenthesis on; the name is from `start` to here. */
export function parseCall(cursor: TokenCursor, start: number): SqlNode {
  const name = cursor.made("function-name", start);
  const word = cursor.wasBareWord(start, cursor.at);
  const children = [name, ...cursor.parenthesised(() => callContent(cursor, word))];
  if (word === "CAST" || word === "TRY_CAST") return cursor.made("cast", start, children.slice(1));
  if (cursor.isWords("WITHIN", "GROUP") && cursor.text(2) === "(") children.push(withinGroup(cursor));
  if (cursor.word() === "FILTER" && cursor.text(1) === "(") children.push(filter(cursor));
  if (["IGNORE", "RESPECT"].includes(cursor.word()) && cursor.word(1) === "NULLS") cursor.pass(2);
  if (cursor.word() === "OVER") children.push(over(cursor));
  return cursor.made("call", start, children);
}

function callContent(cursor: TokenCursor, name: string): (SqlNode | null)[] {
  const { expression } = cursor.grammar;
  if (cursor.text() === ")") return [];
  if (name === "CAST" || name === "TRY_CAST")
    return [expression(cursor), cursor.accept("AS") ? parseType(cursor) : null];
  if (wordyFunctions.has(name)) return wordyArguments(cursor, name);
  const children: (SqlNode | null)[] = [];
  if (cursor.word() === "DISTINCT") children.push(cursor.leaf("distinct"));
  else cursor.accept("ALL");
  const items = cursor.list(() => argument(cursor));
  return [...children, ...items, cursor.isWords("ORDER", "BY") ? parseOrderBy(cursor) : null];
}

function argument(cursor: TokenCursor): SqlNode | null {
  if (cursor.isName() && (cursor.text(1) === "=>" || cursor.text(1) === ":=")) cursor.pass(2);
  cursor.accept("VARIADIC");
  const node = cursor.grammar.expression(cursor);
  const isDone = () => cursor.text() === "," || cursor.word() === "ORDER";
  return cursor.text() === ")" || isDone() ? node : wrapped(cursor, node, cursor.skipTo(isDone));
}

/** An argument that was followed by something unknown: both, as one node. */
function wrapped(cursor: TokenCursor, node: SqlNode | null, rest: SqlNode | null): SqlNode | null {
  if (node === null || rest === null) return node ?? rest;
  return cursor.made("item", node.start, [node, rest]);
}

function wordyArguments(cursor: TokenCursor, name: string): (SqlNode | null)[] {
  const children: (SqlNode | null)[] = [];
  if (name === "EXTRACT" && cursor.word(1) === "FROM") cursor.pass(2);
  while (!cursor.atEnd && cursor.text() !== ")") {
    const before = cursor.at;
    if (argumentWords.has(cursor.word()) || cursor.text() === ",") cursor.pass(1);
    else if (cursor.word(1) === "IN") children.push(cursor.leaf("column"));
    else children.push(cursor.grammar.expression(cursor));
    if (cursor.at === before) break;
  }
  return children;
}

function withinGroup(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(2);
  const content = () => (cursor.isWords("ORDER", "BY") ? [parseOrderBy(cursor)] : []);
  return cursor.made("within-group", start, cursor.parenthesised(content));
}

function filter(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  return cursor.made(
    "filter",
    start,
    cursor.parenthesised(() => [condition(cursor)]),
  );
}

function condition(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (!cursor.accept("WHERE")) return null;
  return cursor.made("where", start, [cursor.grammar.expression(cursor)]);
}

function over(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  if (cursor.text() === "(") return cursor.made("over", start, [parseWindowSpec(cursor)]);
  return cursor.made("over", start, [cursor.isName() ? cursor.leaf("alias") : null]);
}

/** Reads a window in parentheses: its partition, order and frame. */
export function parseWindowSpec(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  const content = () => {
    const children: (SqlNode | null)[] = [];
    const isBase =
      cursor.isName() && !["PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS"].includes(cursor.word());
    if (isBase) cursor.pass(1);
    if (cursor.isWords("PARTITION", "BY")) {
      const from = cursor.at;
      cursor.pass(2);
      children.push(
        cursor.made(
          "partition-by",
          from,
          cursor.list(() => cursor.grammar.expression(cursor)),
        ),
      );
    }
    if (cursor.isWords("ORDER", "BY")) children.push(parseOrderBy(cursor));
    if (["ROWS", "RANGE", "GROUPS"].includes(cursor.word())) children.push(frame(cursor));
    return children;
  };
  return cursor.made("window-spec", start, cursor.parenthesised(content));
}

function frame(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  while (!cursor.atEnd && cursor.text() !== ")") cursor.passBalanced();
  return cursor.made("frame", start);
}
