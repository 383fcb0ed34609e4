import type { DatabaseSchema, SchemaColumn } from "../../domain/schema.ts";
import { type Scope, scopeTokens } from "../scopes.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import { outputColumns } from "./output-columns.ts";

/** A column that can be read somewhere in a text. */
export interface ReadableColumn {
  /** Its table, or the CTE or derived table that gives it. */
  table: string;
  alias: string;
  column: SchemaColumn;
  /** How it may be written, in small letters: with its alias, without. */
  written: [string, string];
}

/** The columns that can be read where a node stands: of the schema, and of the CTEs and derived tables of the text, whose types are not known. */
export function columnsInReach(
  tree: SqlTree,
  node: SqlNode,
  schema: DatabaseSchema | null,
): ReadableColumn[] {
  const scope: Scope | undefined = scopesOf(tree)[node.start];
  return (scope?.uses ?? []).flatMap(({ table, alias }) => {
    const name = table?.name.toLowerCase() ?? alias;
    const made = madeTables(tree).get(name);
    const columns = made ?? schema?.tables.find((known) => known.name.toLowerCase() === name)?.columns ?? [];
    return columns.map((column): ReadableColumn => {
      const small = column.name.toLowerCase();
      return { table: name, alias, column, written: [`${alias}.${small}`, small] };
    });
  });
}

const scopes = new WeakMap<SqlTree, Scope[]>();

function scopesOf(tree: SqlTree): Scope[] {
  const known = scopes.get(tree) ?? scopeTokens(tree.tokens).scopes;
  scopes.set(tree, known);
  return known;
}

const made = new WeakMap<SqlTree, Map<string, SchemaColumn[]>>();

/** The columns of CTEs by name and of derived tables by alias, in small letters. */
function madeTables(tree: SqlTree): Map<string, SchemaColumn[]> {
  const known = made.get(tree);
  if (known !== undefined) return known;
  const found = new Map<string, SchemaColumn[]>();
  for (const node of nodesOf(tree.root)) {
    if (node.kind !== "cte" && node.kind !== "derived-table") continue;
    const alias = node.children.find(({ kind }) => kind === "alias");
    const body = node.children.find(({ kind }) => kind !== "alias");
    if (alias !== undefined && body !== undefined)
      found.set(
        textOf(tree, alias).toLowerCase(),
        outputColumns(tree, body).map(({ name }) => columnCalled(name)),
      );
  }
  made.set(tree, found);
  return found;
}

function columnCalled(name: string): SchemaColumn {
  return { name, declaredType: "", primaryKey: false, notNull: false, references: null, description: "" };
}
