import type { DatabaseSchema, SchemaTable } from "../domain/schema.ts";
import { nameOf, type SqlDialect, type Token } from "./lex.ts";
import { type Scope, type ScopedTokens, scopeTokens } from "./scopes.ts";
import { treeTokens } from "./tree/tree-tokens.ts";

/** A stretch of SQL (UTF-16 offsets) that names a table, or a column of a table, in the schema's own spelling. */
export interface SqlReference {
  from: number;
  to: number;
  table: string;
  column: string | null;
}

/** Bare words that are never names, even where a column is called so: as names they have to be quoted. */
const RESERVED = new Set(
  "SELECT FROM WHERE GROUP ORDER BY HAVING LIMIT AND OR NOT IN IS NULL LIKE CASE WHEN THEN ELSE END AS ON JOIN USING DISTINCT UNION INTERSECT EXCEPT ALL BETWEEN EXISTS ASC DESC SET INTO VALUES UPDATE INSERT DELETE CREATE TABLE".split(
    " ",
  ),
);

/**
 * Which names of a SQL text are tables and columns of the schema: aliases, subqueries, CTEs and every form of quoting
 * are seen through, case is ignored (SPEC L8). Tolerant: broken SQL gives the references that can be told, and a name
 * that is not in the schema none.
 */
export function sqlReferences(
  sql: string,
  schema: DatabaseSchema,
  dialect: SqlDialect = "sqlite",
): SqlReference[] {
  const tables = new Map(schema.tables.map((table) => [table.name.toLowerCase(), table]));
  const scoped = scopeTokens(treeTokens(sql, dialect));
  return scoped.tokens.flatMap((token, at) => referenceAt(at, token, scoped, tables) ?? []);
}

type Tables = Map<string, SchemaTable>;

function referenceAt(at: number, token: Token, scoped: ScopedTokens, tables: Tables): SqlReference | null {
  const name = nameOf(token)?.toLowerCase();
  if (name === undefined || scoped.madeAt.has(at)) return null;
  if (token.kind === "word" && RESERVED.has(token.text.toUpperCase())) return null;
  const place = { from: token.from, to: token.to };
  if (scoped.tableAt.has(at)) {
    const table = scoped.ctes.has(name) ? undefined : tables.get(name);
    return table === undefined ? null : { ...place, table: table.name, column: null };
  }
  const scope = scoped.scopes[at] as Scope;
  const [before, after] = [scoped.tokens[at - 1], scoped.tokens[at + 1]];
  if (after?.text === ".") {
    const table = tableCalled(name, scope, scoped, tables);
    return table === null ? null : { ...place, table: table.name, column: null };
  }
  if (after?.text === "(" || before?.text.toUpperCase() === "AS") return null;
  const qualifier = before?.text === "." ? nameOf(scoped.tokens[at - 2])?.toLowerCase() : undefined;
  const column =
    qualifier === undefined
      ? columnInScope(name, scope, scoped, tables)
      : columnOf(tableCalled(qualifier, scope, scoped, tables), name);
  return column === null ? null : { ...place, ...column };
}

type ColumnPlace = { table: string; column: string };

function columnOf(table: SchemaTable | null, name: string): ColumnPlace | null {
  const column = table?.columns.find((candidate) => candidate.name.toLowerCase() === name);
  return table && column ? { table: table.name, column: column.name } : null;
}

/** The table that a qualifier stands for, looked up from the inside out. */
function tableCalled(alias: string, from: Scope, { ctes }: ScopedTokens, tables: Tables): SchemaTable | null {
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    const use = scope.uses.find((candidate) => candidate.alias === alias);
    if (use === undefined) continue;
    return use.table === null || ctes.has(use.table) ? null : (tables.get(use.table) ?? null);
  }
  return null;
}

/** The column that a bare name stands for: the first table of the innermost SELECT that has one of that name. */
function columnInScope(
  name: string,
  from: Scope,
  { ctes }: ScopedTokens,
  tables: Tables,
): ColumnPlace | null {
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    for (const { table } of scope.uses) {
      const column = table === null || ctes.has(table) ? null : columnOf(tables.get(table) ?? null, name);
      if (column !== null) return column;
    }
  }
  return null;
}
