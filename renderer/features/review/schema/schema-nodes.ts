import type { DatabaseSchema, SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";

/** The id of a table's or column's node in the schema tree. */
export function schemaNodeId(table: string, column: string | null): string {
  return column === null ? `table ${table}` : `column ${JSON.stringify([table, column])}`;
}

/** The table and column that a node stands for. */
export function schemaNodeOf(id: string): { table: string; column: string | null } {
  if (id.startsWith("table ")) return { table: id.slice(6), column: null };
  const [table, column] = JSON.parse(id.slice(7)) as [string, string];
  return { table, column };
}

/** The tables, and of each the columns, that a search finds; a table found by its own name keeps all its columns. */
export function foundTables(
  schema: DatabaseSchema,
  search: string,
): { table: SchemaTable; columns: SchemaColumn[] }[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const says = (...texts: string[]) => {
    const text = texts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return schema.tables.flatMap((table) => {
    if (says(table.name, table.description)) return [{ table, columns: table.columns }];
    const columns = table.columns.filter((column) =>
      says(table.name, column.name, column.description, column.declaredType),
    );
    return columns.length === 0 ? [] : [{ table, columns }];
  });
}
