import { parseRoutineBody } from "./routine-body.ts";
import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";
import { isBodyQuote } from "./tree-tokens.ts";
import { queryWords } from "./words.ts";

/**
 * Reads a statement that is no query and no change of rows (CREATE, ALTER, DO, …): its parentheses as groups of items, a
 * query behind AS, and the quoted body of a routine.
 */
export function parseCommand(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const children: (SqlNode | null)[] = [];
  while (!cursor.atEnd && cursor.text() !== ";" && cursor.text() !== ")" && cursor.text() !== "]") {
    if (cursor.text() === "(") children.push(group(cursor));
    else if (isBodyQuote(cursor.token())) children.push(quotedBody(cursor));
    else if (opensQuery(cursor, start)) {
      cursor.pass(1);
      children.push(cursor.grammar.query(cursor));
      cursor.accept("WITH", "DATA");
      cursor.accept("WITH", "NO", "DATA");
      return cursor.made("create-as", start, children);
    } else cursor.passBalanced();
  }
  return cursor.node("command", start, children);
}

/** CREATE VIEW … AS SELECT, CREATE TABLE … AS (SELECT, COPY and others have their query in a group. */
function opensQuery(cursor: TokenCursor, start: number): boolean {
  if (cursor.word() !== "AS" || cursor.wasBareWord(start, start + 1) !== "CREATE") return false;
  let offset = 1;
  while (cursor.text(offset) === "(") offset += 1;
  return queryWords.has(cursor.word(offset));
}

function group(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  return cursor.nested(() => {
    const content = () => {
      if (queryWords.has(cursor.word())) return [cursor.grammar.query(cursor)];
      return cursor.text() === ")" ? [] : cursor.list(() => item(cursor));
    };
    return cursor.made("group", start, cursor.parenthesised(content));
  });
}

/** What is between two commas: a column with its type, a parameter, a constraint, an option. */
function item(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  const children: (SqlNode | null)[] = [];
  while (!cursor.atEnd && ![",", ")", ";"].includes(cursor.text()))
    if (cursor.text() === "(") children.push(group(cursor));
    else cursor.passBalanced();
  return cursor.node("item", start, children);
}

function quotedBody(cursor: TokenCursor): SqlNode | null {
  cursor.pass(1);
  const body = parseRoutineBody(cursor);
  if (isBodyQuote(cursor.token())) cursor.pass(1);
  return body;
}
