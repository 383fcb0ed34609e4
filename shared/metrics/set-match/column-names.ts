import type { DatabaseSchema } from "../../domain/schema.ts";
import { nameOf, type Token } from "../../sql/lex.ts";
import { type Scope, scopeTokens } from "../../sql/scopes.ts";
import type { SqlTree } from "../../sql/tree/sql-node.ts";

/** What a name in a text stands for: `table.column` in small letters; null for a text in double quotes that names no column. */
export type ColumnName = (start: number, end: number) => string | null;

/** Columns that foreign keys tie together, under the one name that stands for all of them. */
type Representatives = ReadonlyMap<string, string>;

/**
 * Reads the columns of a tree by their tables: aliases are seen through, and a bare name is looked up in the schema. Columns that are tied
 * by a foreign key are one, as Spider counts them. Without a schema a bare name belongs to the only table that is read, or to none.
 */
export function columnNames(tree: SqlTree, schema: DatabaseSchema | null): ColumnName {
  const { scopes } = scopeTokens(tree.tokens);
  const tables = new Map(
    (schema?.tables ?? []).map((table) => [
      table.name.toLowerCase(),
      new Set(table.columns.map(({ name }) => name.toLowerCase())),
    ]),
  );
  const representatives = tiedColumns(schema);
  const resolve = (full: string) => representatives.get(full) ?? full;
  return (start, end) => {
    const scope = scopes[start] as Scope;
    const name = (nameOf(tree.tokens[end - 1]) ?? "*").toLowerCase();
    if (end - start > 1) {
      const qualifier = (nameOf(tree.tokens[end - 3]) ?? "").toLowerCase();
      return resolve(`${tableCalled(qualifier, scope)}.${name}`);
    }
    const table = tableWith(name, scope, tables);
    if (table !== null) return resolve(`${table}.${name}`);
    return isDoubleQuoted(tree.tokens[start]) ? null : `.${name}`;
  };
}

const isDoubleQuoted = (token: Token | undefined): boolean => token?.text.startsWith('"') === true;

function tableCalled(qualifier: string, from: Scope): string {
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    const use = scope.uses.find(({ alias }) => alias === qualifier);
    if (use !== undefined) return use.table?.name.toLowerCase() ?? "";
  }
  return qualifier;
}

/** The table that a bare name is a column of: the first of those read, from the inside out, that has it. */
function tableWith(
  name: string,
  from: Scope,
  tables: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    const read = scope.uses.flatMap(({ table }) => table?.name.toLowerCase() ?? []);
    const owner = read.find((table) => tables.get(table)?.has(name));
    if (owner !== undefined) return owner;
    const [only] = read;
    if (tables.size === 0 && scope.uses.length === 1 && only !== undefined) return only;
  }
  return null;
}

/** Every column that a foreign key ties to others, with the least of their names. */
function tiedColumns(schema: DatabaseSchema | null): Representatives {
  const groups = new Map<string, Set<string>>();
  for (const table of schema?.tables ?? [])
    for (const { name, references } of table.columns) {
      if (references === null) continue;
      const [one, other] = [`${table.name}.${name}`, `${references.table}.${references.column}`].map((key) =>
        key.toLowerCase(),
      ) as [string, string];
      const tied = new Set([...(groups.get(one) ?? [one]), ...(groups.get(other) ?? [other])]);
      for (const member of tied) groups.set(member, tied);
    }
  return new Map([...groups].map(([name, tied]) => [name, [...tied].sort()[0] as string]));
}
