import type { SqlDialect } from "../lex.ts";
import { parseExpression } from "./expression.ts";
import { parseQuery } from "./query.ts";
import type { SqlNode, SqlTree } from "./sql-node.ts";
import { parseStatement } from "./statement.ts";
import { type Grammar, TokenCursor } from "./token-cursor.ts";
import { treeTokens } from "./tree-tokens.ts";

const grammar: Grammar = { expression: parseExpression, query: parseQuery, statement: parseStatement };

/**
 * Reads any text as SQL into a tree of spans (SPEC S1…S4), without a parser of the database. Total and in linear time:
 * broken or hostile SQL gives a tree whose `skipped` counts what could not be read.
 */
export function parseTree(sql: string, dialect: SqlDialect): SqlTree {
  const tokens = treeTokens(sql, dialect);
  const cursor = new TokenCursor(tokens, dialect, grammar);
  const statements: (SqlNode | null)[] = [];
  while (!cursor.atEnd) {
    const start = cursor.at;
    if (cursor.acceptText(";")) continue;
    statements.push(parseStatement(cursor));
    if (cursor.at === start) {
      // A closing bracket that nothing opened.
      cursor.skippedCount += 1;
      statements.push(cursor.leaf("skipped"));
    }
  }
  const root = cursor.made("script", 0, statements);
  return { sql, dialect, tokens, root, skipped: cursor.skippedCount };
}

/** The statements of a tree, in order. */
export function statementsOf(tree: SqlTree): SqlNode[] {
  return tree.root.children;
}
