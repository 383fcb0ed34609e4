import type { DatabaseSchema, SchemaTable } from "../domain/schema.ts";
import { nameOf, type SqlDialect, type Token } from "./lex.ts";
import { type Scope, type ScopedTokens, scopeTokens, spelledName, type TableName } from "./scopes.ts";
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
 * are seen through, case is ignored (SPEC L8) but between names that differ in nothing else. A table outside the usual
 * schema is called by both names in the schema, as "audit.log". Tolerant: broken SQL gives the references that can be made out, and a name
 * that is not in the schema none.
 */
export function sqlReferences(
  sql: string,
  schema: DatabaseSchema,
  dialect: SqlDialect = "sqlite",
): SqlReference[] {
  const tables = Map.groupBy(schema.tables, ({ name }) => name.toLowerCase());
  const scoped = scopeTokens(treeTokens(sql, dialect));
  return scoped.tokens.flatMap((token, at) => referenceAt(at, token, scoped, tables) ?? []);
}

type Tables = Map<string, SchemaTable[]>;

function referenceAt(at: number, token: Token, scoped: ScopedTokens, tables: Tables): SqlReference | null {
  const name = spelledName(token);
  if (name === null || scoped.madeAt.has(at)) return null;
  if (token.kind === "word" && RESERVED.has(token.text.toUpperCase())) return null;
  const range = { from: token.from, to: token.to };
  const inFrom = scoped.tableAt.get(at);
  if (inFrom !== undefined) {
    const table = tableNamed(inFrom, scoped, tables);
    return table === null ? null : { ...range, table: table.name, column: null };
  }
  const scope = scoped.scopes[at] as Scope;
  const [before, after] = [scoped.tokens[at - 1], scoped.tokens[at + 1]];
  if (after?.text === ".") {
    const table = tableCalled(name, scope, scoped, tables);
    return table === null ? null : { ...range, table: table.name, column: null };
  }
  if (after?.text === "(" || before?.text.toUpperCase() === "AS") return null;
  const qualifier = before?.text === "." ? nameOf(scoped.tokens[at - 2]) : null;
  const column =
    qualifier === null
      ? columnInScope(name, scope, scoped, tables)
      : columnOf(tableCalled(qualifier, scope, scoped, tables), name);
  return column === null ? null : { ...range, ...column };
}

/** The table of the schema that is in a FROM clause. */
function tableNamed({ schema, name }: TableName, { ctes }: ScopedTokens, tables: Tables): SchemaTable | null {
  if (schema === null) return ctes.has(name.toLowerCase()) ? null : known(name, tables);
  const within = known(`${schema}.${name}`, tables);
  const prefix = `${schema.toLowerCase()}.`;
  const isSchema = () => [...tables.keys()].some((key) => key.startsWith(prefix));
  // "public.", "main." and the like say nothing that the bare name does not.
  return within ?? (isSchema() ? null : known(name, tables));
}

const known = (name: string, tables: Tables): SchemaTable | null =>
  spelledSo(tables.get(name.toLowerCase()) ?? [], name);

/** Of names that differ in case only the one in this spelling, else the first. */
function spelledSo<Named extends { name: string }>(all: readonly Named[], name: string): Named | null {
  return all.find((one) => one.name === name) ?? all[0] ?? null;
}

type ColumnOfTable = { table: string; column: string };

function columnOf(table: SchemaTable | null, name: string): ColumnOfTable | null {
  const small = name.toLowerCase();
  const column = spelledSo(table?.columns.filter((one) => one.name.toLowerCase() === small) ?? [], name);
  return table && column ? { table: table.name, column: column.name } : null;
}

/** The table that a qualifier stands for, looked up from the inside out. */
function tableCalled(
  qualifier: string,
  from: Scope,
  scoped: ScopedTokens,
  tables: Tables,
): SchemaTable | null {
  const alias = qualifier.toLowerCase();
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    const table = namesIn(scope, scoped, tables).tables.get(alias);
    if (table !== undefined) return table;
  }
  return null;
}

/** The column that a bare name stands for: the first table of the innermost SELECT that has one of that name. */
function columnInScope(
  name: string,
  from: Scope,
  scoped: ScopedTokens,
  tables: Tables,
): ColumnOfTable | null {
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    const table = namesIn(scope, scoped, tables).owners.get(name.toLowerCase());
    if (table !== undefined) return columnOf(table, name);
  }
  return null;
}

/** What names stand for in one SELECT: tables by alias (null for what is no table of the schema), and the first table that has a column. */
interface ScopeNames {
  tables: Map<string, SchemaTable | null>;
  owners: Map<string, SchemaTable>;
}

const namesOfScopes = new WeakMap<Scope, ScopeNames>();

/** Looked up once for each SELECT: one with thousands of joins has thousands of names. */
function namesIn(scope: Scope, scoped: ScopedTokens, tables: Tables): ScopeNames {
  const known = namesOfScopes.get(scope);
  if (known !== undefined) return known;
  const names: ScopeNames = { tables: new Map(), owners: new Map() };
  namesOfScopes.set(scope, names);
  const seen = new Set<SchemaTable>();
  for (const use of scope.uses) {
    const table = use.table === null ? null : tableNamed(use.table, scoped, tables);
    if (!names.tables.has(use.alias)) names.tables.set(use.alias, table);
    if (table === null || seen.has(table)) continue;
    seen.add(table);
    for (const { name } of table.columns)
      if (!names.owners.has(name.toLowerCase())) names.owners.set(name.toLowerCase(), table);
  }
  return names;
}
