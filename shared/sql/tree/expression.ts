import { parsePostfixed } from "./primary.ts";
import type { SqlNode } from "./sql-node.ts";
import type { TokenCursor } from "./token-cursor.ts";

/** So many comparisons or tests may follow each other in one expression; no sane text has three. */
const mostTests = 50;

const comparisons = new Set(["=", "==", "<>", "!=", "<", ">", "<=", ">="]);
const prefixes = new Set(["-", "+", "~", "@", "|/", "||/", "!", "!!"]);
const likeWords = new Set(["LIKE", "ILIKE", "GLOB", "REGEXP", "MATCH", "RLIKE", "SIMILAR"]);

/** Reads one expression with all its operators. */
export function parseExpression(cursor: TokenCursor): SqlNode | null {
  return cursor.nested(() => junction(cursor, "or", "OR", conjunction));
}

function conjunction(cursor: TokenCursor): SqlNode | null {
  return junction(cursor, "and", "AND", negation);
}

function junction(
  cursor: TokenCursor,
  kind: "or" | "and",
  word: string,
  operand: (cursor: TokenCursor) => SqlNode | null,
): SqlNode | null {
  const start = cursor.at;
  const first = operand(cursor);
  if (cursor.word() !== word) return first;
  const children = [first];
  while (cursor.word() === word) children.push(cursor.leaf("operator"), operand(cursor));
  return cursor.made(kind, start, children);
}

function negation(cursor: TokenCursor): SqlNode | null {
  if (cursor.word() !== "NOT") return tests(cursor);
  const start = cursor.at;
  const operator = cursor.leaf("operator");
  return cursor.made("not", start, [operator, cursor.nested(() => negation(cursor))]);
}

/** An operand with the comparisons and tests behind it: =, IS, IN, LIKE, BETWEEN. */
function tests(cursor: TokenCursor): SqlNode | null {
  const start = cursor.at;
  let left = operation(cursor, 0);
  for (let count = 0; count < mostTests && cursor.at > start; count += 1) {
    const next = testOf(cursor, start, left);
    if (next === null) return left;
    left = next;
  }
  return left;
}

function testOf(cursor: TokenCursor, start: number, left: SqlNode | null): SqlNode | null {
  const token = cursor.token();
  if (token?.kind === "operator" && comparisons.has(token.text)) {
    const operator = cursor.leaf("operator");
    return cursor.made("comparison", start, [left, operator, operation(cursor, 0)]);
  }
  if (token?.kind !== "word") return null;
  const word = cursor.word();
  if (word === "IS") return isTest(cursor, start, left);
  if (word === "ISNULL" || word === "NOTNULL")
    return cursor.made("is", start, [left, cursor.leaf("operator")]);
  const negated = word === "NOT" ? 1 : 0;
  const verb = cursor.word(negated);
  if (verb === "IN") return inTest(cursor, start, left, negated + 1);
  if (verb === "BETWEEN") return betweenTest(cursor, start, left, negated + 1);
  if (!likeWords.has(verb)) return null;
  const operator = cursor.leaf("operator", negated + (verb === "SIMILAR" ? 2 : 1));
  const children = [left, operator, operation(cursor, 0)];
  if (cursor.accept("ESCAPE")) children.push(operation(cursor, 0));
  return cursor.made("like", start, children);
}

function isTest(cursor: TokenCursor, start: number, left: SqlNode | null): SqlNode {
  const not = cursor.word(1) === "NOT" ? 1 : 0;
  if (cursor.word(1 + not) === "DISTINCT" && cursor.word(2 + not) === "FROM") {
    const operator = cursor.leaf("operator", 3 + not);
    return cursor.made("is", start, [left, operator, operation(cursor, 0)]);
  }
  if (["NULL", "TRUE", "FALSE", "UNKNOWN", "NORMALIZED", "JSON", "DOCUMENT"].includes(cursor.word(1 + not)))
    return cursor.made("is", start, [left, cursor.leaf("operator", 2 + not)]);
  const operator = cursor.leaf("operator", 1 + not);
  return cursor.made("is", start, [left, operator, operation(cursor, 0)]);
}

function inTest(cursor: TokenCursor, start: number, left: SqlNode | null, words: number): SqlNode {
  const operator = cursor.leaf("operator", words);
  return cursor.made("in", start, [left, operator, inOperand(cursor)]);
}

function inOperand(cursor: TokenCursor): SqlNode | null {
  if (cursor.text() !== "(") return operation(cursor, 0);
  const from = cursor.at;
  if (cursor.opensQuery) return operation(cursor, 0);
  const items = cursor.parenthesised(() => cursor.list(() => parseExpression(cursor)));
  return cursor.made("list", from, items);
}

function betweenTest(cursor: TokenCursor, start: number, left: SqlNode | null, words: number): SqlNode {
  const symmetric = ["SYMMETRIC", "ASYMMETRIC"].includes(cursor.word(words)) ? 1 : 0;
  const operator = cursor.leaf("operator", words + symmetric);
  const low = operation(cursor, 0);
  cursor.accept("AND");
  return cursor.made("between", start, [left, operator, low, operation(cursor, 0)]);
}

/** The levels at which operators bind, from loose (0: all that are not listed) to tight (3); -1 are none of an operation. */
const common = { "+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "::": -1, ":=": -1, "=>": -1, "..": -1 };
const levels = {
  postgresql: new Map(Object.entries({ ...common, "^": 3 })),
  sqlite: new Map(Object.entries({ ...common, "||": 3, "->": 3, "->>": 3 })),
};

function levelOf(cursor: TokenCursor): number {
  const token = cursor.token();
  if (token?.kind === "word") return isNamedOperator(cursor) ? 0 : -1;
  if (token?.kind !== "operator" || comparisons.has(token.text)) return -1;
  return levels[cursor.dialect].get(token.text) ?? 0;
}

function isNamedOperator(cursor: TokenCursor): boolean {
  return cursor.word() === "OPERATOR" && cursor.text(1) === "(";
}

/** Operands with the operators of at least a level between them; those of one level in one flat node. */
function operation(cursor: TokenCursor, least: number): SqlNode | null {
  const start = cursor.at;
  let left = unary(cursor);
  if (cursor.at === start) return left;
  for (let level = levelOf(cursor); level >= least; level = levelOf(cursor)) {
    const children = [left];
    while (levelOf(cursor) === level)
      children.push(cursor.leaf("operator", isNamedOperator(cursor) ? 4 : 1), operation(cursor, level + 1));
    left = cursor.made("operation", start, children);
  }
  return left;
}

function unary(cursor: TokenCursor): SqlNode | null {
  const token = cursor.token();
  if (token?.kind !== "operator" || !prefixes.has(token.text)) return parsePostfixed(cursor);
  const start = cursor.at;
  const operator = cursor.leaf("operator");
  return cursor.made("unary", start, [operator, cursor.nested(() => unary(cursor))]);
}
