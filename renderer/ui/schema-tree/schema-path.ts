import type { MeantColumn, MeantTable } from "./schema-tables.ts";

/** What a node of the tree is: a table, a column of it, a field inside a JSON column. */
export interface SchemaPath {
  table: string;
  column: string | null;
  field: string[] | null;
}

/** The id of a path in the tree, and back. */
export const schemaPathId = ({ table, column, field }: SchemaPath): string =>
  JSON.stringify([table, column, field]);

export function schemaPathOf(id: string): SchemaPath {
  const [table, column, field] = JSON.parse(id) as [string, string | null, string[] | null];
  return { table, column, field };
}

/** The table and column at a path; null where they are not there (any more). */
export function foundAt(
  tables: readonly MeantTable[],
  { table: name, column: columnName }: SchemaPath,
): { table: MeantTable; column: MeantColumn | null } | null {
  const table = tables.find((candidate) => candidate.name === name);
  if (table === undefined) return null;
  if (columnName === null) return { table, column: null };
  const column = table.columns.find((candidate) => candidate.name === columnName);
  return column === undefined ? null : { table, column };
}
