import type { SqlDialect, Token } from "../lex.ts";

/**
 * What a node of the span tree is. Chains (`or`, `and`, `operation`, `set-operation`) are flat: operands and `operator`
 * nodes in turn. `command` is a statement that is cut into its parentheses only; `skipped` is what could not be read.
 */
export type SqlNodeKind =
  | "script"
  // statements
  | "query"
  | "select"
  | "set-operation"
  | "values"
  | "row"
  | "parenthesised-query"
  | "with"
  | "cte"
  | "insert"
  | "update"
  | "delete"
  | "create-as"
  | "explain"
  | "command"
  | "group"
  | "item"
  | "routine-body"
  | "body-statement"
  // clauses
  | "select-list"
  | "select-item"
  | "distinct"
  | "alias"
  | "into"
  | "from"
  | "table"
  | "table-name"
  | "derived-table"
  | "table-function"
  | "parenthesised-join"
  | "join"
  | "join-type"
  | "on"
  | "using"
  | "where"
  | "group-by"
  | "grouping-sets"
  | "having"
  | "window"
  | "window-definition"
  | "order-by"
  | "order-item"
  | "order-direction"
  | "nulls-order"
  | "limit"
  | "offset"
  | "fetch"
  | "locking"
  | "set"
  | "assignment"
  | "conflict"
  | "returning"
  // expressions
  | "or"
  | "and"
  | "not"
  | "comparison"
  | "is"
  | "in"
  | "between"
  | "like"
  | "operation"
  | "unary"
  | "operator"
  | "cast"
  | "type"
  | "collate"
  | "at-time-zone"
  | "subscript"
  | "field"
  | "column"
  | "star"
  | "number"
  | "string"
  | "blob"
  | "parameter"
  | "constant"
  | "typed-literal"
  | "case"
  | "when"
  | "else"
  | "call"
  | "function-name"
  | "filter"
  | "within-group"
  | "over"
  | "window-spec"
  | "partition-by"
  | "frame"
  | "subquery"
  | "exists"
  | "quantified"
  | "array"
  | "list"
  | "tuple"
  | "parenthesised"
  | "skipped";

/**
 * A stretch of SQL that is one thing: token indexes `start` (inclusive) to `end` (exclusive), and the same range as
 * UTF-16 offsets. Children are in order, inside their parent, and never overlap; no node is empty.
 */
export interface SqlNode {
  kind: SqlNodeKind;
  start: number;
  end: number;
  from: number;
  to: number;
  children: SqlNode[];
}

/** The span tree of a text. `tokens` are those that carry meaning, inside the quoted bodies of routines, too. */
export interface SqlTree {
  sql: string;
  dialect: SqlDialect;
  tokens: Token[];
  root: SqlNode;
  /** How many stretches could not be read: 0 where the whole text was understood. */
  skipped: number;
}

/** Every node of a tree, a parent before its children. */
export function* nodesOf(root: SqlNode): Generator<SqlNode> {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (let index = node.children.length - 1; index >= 0; index -= 1)
      open.push(node.children[index] as SqlNode);
  }
}

/** The nodes that a range of the text stands in, the outermost first. */
export function* nodesAround(root: SqlNode, range: { from: number; to: number }): Generator<SqlNode> {
  const holds = ({ from, to }: SqlNode) => from <= range.from && range.to <= to;
  for (let node: SqlNode | undefined = root; node !== undefined; node = node.children.find(holds)) yield node;
}

/** The node at the end of a path; null where the tree has none there. */
export function nodeAtPath(root: SqlNode, path: readonly number[]): SqlNode | null {
  let node: SqlNode | undefined = root;
  for (const index of path) node = node?.children[index];
  return node ?? null;
}

/** The text that a node covers. */
export function textOf(tree: SqlTree, node: { from: number; to: number }): string {
  return tree.sql.slice(node.from, node.to);
}
