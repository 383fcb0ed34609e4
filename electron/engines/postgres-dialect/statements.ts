import { parseSync } from "libpg-query";
import { firstKeyword } from "#shared/sql/statement.ts";
import { refused, StatementError } from "../engine.ts";
import { nulError } from "./failure.ts";

/** One statement of a text as PostgreSQL's own grammar cuts it. */
export interface ParsedStatement {
  /** The statement without its semicolon, comments and blanks before it included. */
  text: string;
  /** Where it begins in the text it was cut from (UTF-16 offset). */
  from: number;
  /** The grammar's name of the statement: "SelectStmt", "UpdateStmt", "TransactionStmt" … */
  kind: string;
  /** Whether the grammar says that it only reads; functions that it calls may still write. */
  readOnly: boolean;
}

/** Parts of a tree that make a SELECT write or lock: SELECT … INTO, FOR UPDATE, and data-modifying CTEs. */
const writingParts = new Set([
  "intoClause",
  "lockingClause",
  "InsertStmt",
  "UpdateStmt",
  "DeleteStmt",
  "MergeStmt",
]);

/**
 * Cuts a text into statements with libpg-query; null where its grammar rejects the text, which a server of another
 * version may still accept. `loadModule()` of libpg-query must have been awaited.
 */
export function parseStatements(sql: string): ParsedStatement[] | null {
  const tree = parsePostgres(sql);
  if (tree === null) return null;
  const bytes = Buffer.from(sql, "utf8");
  return tree.map(({ stmt, stmt_location: location = 0, stmt_len: length }) => {
    const end = length === undefined || length === 0 ? bytes.length : location + length;
    return {
      text: bytes.toString("utf8", location, end),
      from: bytes.length === sql.length ? location : bytes.toString("utf8", 0, location).length,
      kind: Object.keys(stmt)[0] ?? "",
      readOnly: onlyReads(stmt),
    };
  });
}

/** A statement of libpg-query's tree; place and length are in UTF-8 bytes, a missing length means up to the end. */
interface RawStatement {
  stmt: object;
  stmt_location?: number;
  stmt_len?: number;
}

/** The statements of a text as libpg-query gives them; null where its grammar rejects the text. */
export function parsePostgres(sql: string): RawStatement[] | null {
  try {
    return (parseSync(sql) as { stmts?: RawStatement[] }).stmts ?? [];
  } catch {
    return null;
  }
}

function onlyReads(stmt: object): boolean {
  const [kind, node] = Object.entries(stmt)[0] ?? [];
  if (kind === "VariableShowStmt") return true;
  if (kind === "ExplainStmt") return onlyReads((node as { query: object }).query);
  return kind === "SelectStmt" && !hasWritingPart(node);
}

/** Walks without recursion: a machine-made statement may be thousands of nodes deep. */
function hasWritingPart(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    for (const [key, child] of Object.entries(node)) {
      if (writingParts.has(key)) return true;
      open.push(child);
    }
  }
  return false;
}

/**
 * The one statement that a text under test may hold. Throws a refusal for several statements and for one that does more than
 * read. A READ ONLY transaction is behind this gate, under a role without rights. What our grammar rejects goes whole to the
 * server, whose extended protocol takes no second statement.
 */
export function onePostgresqlRead(sql: string): { text: string; from: number } {
  const nul = nulError(sql);
  if (nul) throw refused(nul.message, nul.offset);
  const statements = parseStatements(sql);
  if (statements === null) return { text: sql, from: 0 };
  const [statement, second] = statements;
  if (!statement)
    throw new StatementError({ message: "there is no statement in the SQL", kind: "sql", offset: null });
  if (second) throw refused("the SQL has several statements; write exactly one", second.from);
  if (statement.readOnly) return statement;
  const keyword = firstKeyword(statement.text, "postgresql") ?? statement.kind;
  const what = keyword === "SELECT" || keyword === "WITH" ? `${keyword} that writes or locks` : keyword;
  throw refused(
    `${what} is not run; SQL under test may only read (SELECT, WITH, VALUES, EXPLAIN)`,
    statement.from,
  );
}
