import { parseSync } from "libpg-query";
import { nameOf, significantTokens, type Token } from "#shared/sql/lex.ts";
import { parseTree, statementsOf } from "#shared/sql/tree/parse-tree.ts";
import type { SqlNode, SqlTree } from "#shared/sql/tree/sql-node.ts";

/** What a reader of SQL says of a text: the kind of each statement, and names and literals with their positions. */
interface Facts {
  statements: string[];
  /** "table 14 berths", "column 7 b.id", "function 7 count", "literal 30"; positions are UTF-16 offsets. */
  marks: Set<string>;
}

/** What PostgreSQL's own parser and the span tree say differently; nothing where PostgreSQL refuses the text. */
export function parserDifferences(sql: string): string[] {
  const wanted = postgresFacts(sql);
  if (wanted === null) return [];
  const tree = parseTree(sql, "postgresql");
  const statements = statementsOf(tree).map((node) => kindOf(node));
  const found = treeMarks(tree);
  const differences = [
    ...(tree.skipped > 0 ? [`${tree.skipped} stretches skipped`] : []),
    ...(statements.join() === wanted.statements.join() ? [] : [`${statements} for ${wanted.statements}`]),
    ...[...wanted.marks].filter((mark) => !found.has(mark)).map((mark) => `not in the tree: ${mark}`),
    ...[...found].filter((mark) => !wanted.marks.has(mark)).map((mark) => `in the tree alone: ${mark}`),
  ];
  return differences;
}

/** Whether PostgreSQL can read the text at all. */
export const isPostgres = (sql: string): boolean => postgresFacts(sql) !== null;

type Json = { [key: string]: unknown };

const statementKinds: Record<string, string> = {
  ...{ SelectStmt: "query", InsertStmt: "insert", UpdateStmt: "update", DeleteStmt: "delete" },
  ...{ ExplainStmt: "explain", ViewStmt: "create-as", CreateTableAsStmt: "create-as" },
};

function postgresFacts(sql: string): Facts | null {
  let parsed: { stmts?: { stmt: Json }[] };
  try {
    parsed = parseSync(sql) as typeof parsed;
  } catch {
    return null;
  }
  const bytes = Buffer.from(sql);
  const tokens = significantTokens(sql, "postgresql");
  const marks = new Set<string>();
  const mark: Mark = (kind, node, name) => {
    const offset = bytes.subarray(0, (node.location as number | undefined) ?? 0).toString().length;
    marks.add(
      [
        kind,
        kind === "literal" ? literalStart(tokens, offset) : offset,
        ...(name === undefined ? [] : [name]),
      ].join(" "),
    );
  };
  const statements = (parsed.stmts ?? []).map(({ stmt }) => {
    const kind = statementKinds[Object.keys(stmt)[0] ?? ""] ?? "command";
    // Of other statements the tree tells no names: it cuts them into their parentheses alone.
    if (kind !== "command") collect(stmt, mark);
    return kind;
  });
  return { statements, marks };
}

/** Where a literal begins: PostgreSQL takes a sign for a part of a number, and the N of N'…' for a type before it. */
function literalStart(tokens: readonly Token[], offset: number): number {
  const first = tokens.findLast(({ from }) => from <= offset);
  if (first === undefined || !["-", "+"].includes(first.text)) return first?.from ?? offset;
  return tokens.find(({ from, text }) => from > offset && !["-", "+", "("].includes(text))?.from ?? offset;
}

type Mark = (kind: string, node: Json, name?: string) => void;

/** What names no part of a query (types, what is created, options of statements), and frames, which are leaves of the tree. */
const passedOver = new Set("typeName TypeName view into options startOffset endOffset".split(" "));

function collect(value: unknown, mark: Mark): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (passedOver.has(key)) continue;
    const node = child as Json;
    if (key === "RangeVar" || key === "relation") {
      const table = (node.RangeVar ?? node) as Json;
      mark("table", table, String(table.relname));
    } else if (key === "ColumnRef") markColumn(node, mark);
    else if (key === "FuncCall") collectCall(node, mark);
    else if (key === "A_Const") markLiteral(node, mark);
    else collect(child, mark);
  }
}

function markColumn(node: Json, mark: Mark): void {
  const names = (node.fields as Json[]).map(({ String: name }) => (name as Json | undefined)?.sval ?? "*");
  mark(names.at(-1) === "*" ? "star" : "column", node, names.join("."));
}

function collectCall(node: Json, mark: Mark): void {
  const name = String(((node.funcname as [Json]).at(-1) as { String: Json }).String.sval);
  const isWritten = node.funcformat === "COERCE_EXPLICIT_CALL" && !grammatical.has(name);
  // LIKE … ESCAPE is a call inside the pattern that nobody wrote.
  if (isWritten && !name.endsWith("_escape")) mark("function", node, name);
  const args = (node.args as unknown[] | undefined) ?? [];
  // EXTRACT(YEAR FROM …): the field is a string to PostgreSQL.
  const isExtract = name === "extract" && node.funcformat === "COERCE_SQL_SYNTAX";
  collect({ ...node, args: isExtract ? args.slice(1) : args }, mark);
}

function markLiteral(node: Json, mark: Mark): void {
  const isWritten = typeof node.location !== "number" || node.location >= 0;
  if (isWritten && node.isnull !== true && node.boolval === undefined) mark("literal", node);
}

/** Calls that PostgreSQL has in its grammar, not as calls of functions. */
const grammatical = new Set(
  "coalesce nullif greatest least extract trim position substring overlay normalize row grouping".split(" "),
);
const transparent = new Set(["body-statement", "query"]);

/** What a statement does: a query before which others are named does what is behind them. */
function kindOf(node: SqlNode): string {
  if (transparent.has(node.kind)) {
    const inner = node.children.find(({ kind }) => ["insert", "update", "delete"].includes(kind));
    return inner?.kind ?? "query";
  }
  return ["select", "values", "set-operation", "parenthesised-query"].includes(node.kind)
    ? "query"
    : node.kind;
}

/** Names and literals of the tree, but for those of commands and of the bodies of routines, which PostgreSQL keeps as texts. */
function treeMarks(tree: SqlTree): Set<string> {
  const marks = new Set<string>();
  const nameAt = (index: number) => {
    const token = tree.tokens[index];
    return token?.kind === "word" ? token.text.toLowerCase() : (nameOf(token) ?? "*");
  };
  const dotted = ({ start, end }: SqlNode) =>
    Array.from({ length: Math.ceil((end - start) / 2) }, (_, at) => nameAt(start + 2 * at)).join(".");
  const visit = (node: SqlNode, parent: SqlNode | null) => {
    switch (node.kind) {
      case "command":
      case "routine-body":
      case "type":
        return;
      case "table-name":
        marks.add(`table ${node.from} ${nameAt(node.end - 1)}`);
        break;
      case "column":
        marks.add(`column ${node.from} ${dotted(node)}`);
        break;
      case "star":
        if (parent?.kind !== "call") marks.add(`star ${node.from} ${dotted(node)}`);
        break;
      case "function-name":
        if (!grammatical.has(nameAt(node.end - 1)))
          marks.add(`function ${node.from} ${nameAt(node.end - 1)}`);
        break;
      case "number":
      case "string":
      case "blob":
        marks.add(`literal ${node.from}`);
        break;
      case "typed-literal":
        marks.add(`literal ${tree.tokens[node.start + 1]?.from}`);
        break;
      default:
    }
    // The column that is set is on the left of an assignment; PostgreSQL does not read it as one.
    for (const child of node.kind === "assignment" ? node.children.slice(1) : node.children)
      visit(child, node);
  };
  visit(tree.root, null);
  return marks;
}
