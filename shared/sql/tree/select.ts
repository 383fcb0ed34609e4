import { parseWindowSpec } from "./call.ts";
import { parseTables } from "./from.ts";
import { parseTail } from "./order.ts";
import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { clauseWords, compoundWords, notAlias } from "./words.ts";

/** Reads one SELECT with its clauses; its ORDER BY and LIMIT are its own unless a UNION or the like follows. */
export function parseSelect(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  const children: (SqlNode | null)[] = [selectList(cursor)];
  for (let clause = selectClause(cursor); clause !== null; clause = selectClause(cursor))
    children.push(clause);
  if (!compoundWords.has(cursor.word())) children.push(...parseTail(cursor));
  return cursor.made("select", start, children);
}

function selectList(cursor: TokenCursor): SqlNode {
  const start = cursor.at;
  cursor.pass(1);
  const children: (SqlNode | null)[] = [];
  const from = cursor.at;
  if (cursor.word() === "DISTINCT" && cursor.word(1) === "ON" && cursor.text(2) === "(") {
    cursor.pass(2);
    const keys = () => cursor.list(() => cursor.grammar.expression(cursor));
    children.push(cursor.made("distinct", from, cursor.parenthesised(keys)));
  } else if (cursor.word() === "DISTINCT") children.push(cursor.leaf("distinct"));
  else cursor.accept("ALL");
  return cursor.made("select-list", start, [...children, ...parseSelectItems(cursor)]);
}

/** Reads output columns, as SELECT and RETURNING have them. */
export function parseSelectItems(cursor: TokenCursor): SqlNode[] {
  return cursor.list(() => selectItem(cursor));
}

function selectItem(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const children = [cursor.grammar.expression(cursor)];
  const named = cursor.accept("AS");
  const token = cursor.token();
  const isBareAlias = token?.kind === "word" && (named || !notAlias.has(cursor.word()));
  if (isBareAlias || token?.kind === "quoted" || (cursor.at > start && token?.kind === "string"))
    children.push(cursor.leaf("alias"));
  const isDone = () => [",", ";"].includes(cursor.text()) || clauseWords.has(cursor.word());
  if (!isDone()) children.push(cursor.skipTo(isDone));
  return cursor.node("select-item", start, children);
}

/** The clause that begins here, of those between the select list and ORDER BY; null where none does. */
function selectClause(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const expression = () => cursor.grammar.expression(cursor);
  if (cursor.accept("INTO")) {
    while (!cursor.atEnd && !clauseWords.has(cursor.word()) && ![")", ";"].includes(cursor.text()))
      cursor.pass(1);
    return cursor.made("into", start);
  }
  if (cursor.accept("FROM")) return cursor.made("from", start, parseTables(cursor));
  if (cursor.accept("WHERE")) return cursor.made("where", start, [expression()]);
  if (cursor.accept("HAVING")) return cursor.made("having", start, [expression()]);
  if (cursor.accept("GROUP", "BY")) {
    if (!cursor.accept("ALL")) cursor.accept("DISTINCT");
    return cursor.made(
      "group-by",
      start,
      cursor.list(() => groupItem(cursor)),
    );
  }
  if (cursor.accept("WINDOW"))
    return cursor.made(
      "window",
      start,
      cursor.list(() => windowDefinition(cursor)),
    );
  return null;
}

function groupItem(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (cursor.text() === "(" && cursor.text(1) === ")") return cursor.leaf("tuple", 2);
  const words = cursor.isWords("GROUPING", "SETS") ? 2 : ["ROLLUP", "CUBE"].includes(cursor.word()) ? 1 : 0;
  if (words === 0 || cursor.text(words) !== "(") return cursor.grammar.expression(cursor);
  return cursor.nested(() => {
    cursor.pass(words);
    const sets = cursor.parenthesised(() => cursor.list(() => groupItem(cursor)));
    return cursor.made("grouping-sets", start, sets);
  });
}

function windowDefinition(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  if (!cursor.isName()) return null;
  const name = cursor.leaf("alias");
  cursor.accept("AS");
  const spec = cursor.text() === "(" ? parseWindowSpec(cursor) : null;
  return cursor.made("window-definition", start, [name, spec]);
}

/** Reads WHERE with its condition; null where none is here. */
export function parseWhere(cursor: TokenCursor): SqlNode | null {
  return cursor.word() === "WHERE" ? selectClause(cursor) : null;
}
