import type { SchemaColumn } from "../../../domain/schema.ts";
import { type Scope, scopeTokens } from "../../scopes.ts";
import { type SqlTree, textOf } from "../../tree/sql-node.ts";
import { put, quote } from "../at-node.ts";
import type { Mutation, MutationOperator, MutationSite } from "../operator.ts";

/** So many other columns are offered for one. */
const mostSiblings = 6;

/** Another column of the tables that are read here, those of the same type first; in PostgreSQL others cast to it. */
export const siblingColumn: MutationOperator = {
  id: "sibling-column",
  topic: "column",
  kinds: ["column"],
  *mutationsAt(site): Generator<Mutation> {
    const { tree, node } = site;
    const readable = columnsInReach(site);
    const meant = readable.find(({ written }) =>
      written.some((text) => text === textOf(tree, node).toLowerCase()),
    );
    if (meant === undefined) return;
    const type = typeClass(meant.column.declaredType);
    const others = readable
      .filter(
        ({ column, table }) =>
          column !== meant.column && (table === meant.table || column.name !== meant.column.name),
      )
      .map((one) => ({ ...one, rank: rankOf(one, meant, type) }))
      .filter(({ rank }) => rank !== null)
      .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
      .slice(0, mostSiblings);
    for (const { alias, column, isSame } of others.map((one) => ({
      ...one,
      isSame: typeClass(one.column.declaredType) === type,
    }))) {
      const name = `${alias}.${column.name}`;
      const text = isSame || tree.dialect === "sqlite" ? name : `${name}::${castType(type)}`;
      yield { splices: [put(node, text)], meaning: `${name} instead of ${quote(tree, node)}` };
    }
  },
};

interface ReadableColumn {
  table: string;
  alias: string;
  column: SchemaColumn;
  /** How it may be written here, in small letters. */
  written: string[];
}

/** The columns of the schema that can be read where a node stands. */
function columnsInReach({ tree, node, schema }: MutationSite): ReadableColumn[] {
  const scope: Scope | undefined = scopesOf(tree)[node.start];
  if (schema === null || scope === undefined) return [];
  return scope.uses.flatMap(({ table, alias }) => {
    const known = schema.tables.find(({ name }) => name.toLowerCase() === table?.name.toLowerCase());
    return (known?.columns ?? []).map((column) => {
      const name = column.name.toLowerCase();
      return { table: known?.name ?? "", alias, column, written: [`${alias}.${name}`, name] };
    });
  });
}

const scopes = new WeakMap<SqlTree, Scope[]>();

function scopesOf(tree: SqlTree): Scope[] {
  const known = scopes.get(tree) ?? scopeTokens(tree.tokens).scopes;
  scopes.set(tree, known);
  return known;
}

type TypeClass = "number" | "text" | "moment" | "flag" | "other";

function typeClass(declared: string): TypeClass {
  const type = declared.toLowerCase();
  if (/int|num|dec|real|double|float/.test(type) && !/interval|point/.test(type)) return "number";
  if (/date|time/.test(type)) return "moment";
  if (/char|text|clob/.test(type)) return "text";
  return /bool/.test(type) ? "flag" : "other";
}

/** How near another column is: of the same table and type, of the same type, castable; null where it fits not at all. */
function rankOf(other: ReadableColumn, meant: ReadableColumn, type: TypeClass): number | null {
  const otherType = typeClass(other.column.declaredType);
  const isSameTable = other.table === meant.table;
  const isKey = other.column.primaryKey || other.column.references !== null;
  const distance = (isSameTable ? 0 : 1) + (isKey && !meant.column.primaryKey ? 4 : 0);
  if (otherType === type) return distance;
  return type === "text" && otherType !== "other" ? 8 + distance : null;
}

function castType(type: TypeClass): string {
  return type === "text" ? "text" : "numeric";
}
