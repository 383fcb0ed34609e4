import type { DatabaseSchema, SchemaTable } from "#shared/domain/schema.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { DatabaseState, StatementLimits } from "../engines/engine.ts";
import { schemaQuery, tablesOf } from "../engines/postgres-dialect/schema.ts";
import { failureText } from "./run-texts.ts";

/** More columns than any database has that a person looks through. */
const mostColumns = 200_000;

/** Rows as `schemaQuery` describes them; on SQLite the other column is NULL where a foreign key names none. */
const queries: Record<SqlDialect, string> = {
  postgresql: schemaQuery,
  sqlite: `
    SELECT l.name, CASE l.type WHEN 'view' THEN 'view' ELSE 'table' END, NULL,
      x.name, x.type, CASE WHEN x.pk > 0 THEN 1 ELSE 0 END, x."notnull", f."table", f."to", NULL
    FROM pragma_table_list AS l LEFT JOIN pragma_table_xinfo(l.name) AS x ON x.hidden <> 1
      LEFT JOIN pragma_foreign_key_list(l.name) AS f ON f."from" = x.name COLLATE NOCASE
    WHERE l.schema = 'main' AND l.type IN ('table', 'view', 'virtual') AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY l.name, x.cid`,
};

/** The tables and views of a state of a task's database. Rejects with an `Error` that says why they cannot be read. */
export async function stateSchema(
  state: DatabaseState,
  options: { database: string; dialect: SqlDialect; limits: StatementLimits; signal: AbortSignal },
): Promise<DatabaseSchema> {
  const { database, dialect, limits, signal } = options;
  const [result] = await state.run([queries[dialect]], {
    limits: { ...limits, rows: mostColumns },
    signal,
  });
  if (result?.status !== "ok")
    throw new Error(
      `The tables of the database could not be read: ${result === undefined ? "the database did not answer" : failureText(result)}.`,
    );
  return { dbId: database, tables: withKeysNamed(tablesOf(result.rows)) };
}

/** A foreign key of SQLite that names no column means the primary key of the other table. */
function withKeysNamed(tables: SchemaTable[]): SchemaTable[] {
  const keyOf = new Map(
    tables.map(({ name, columns }) => [
      name.toLowerCase(),
      columns.find(({ primaryKey }) => primaryKey)?.name,
    ]),
  );
  for (const { columns } of tables)
    for (const column of columns) {
      if (column.references?.column !== "") continue;
      const key = keyOf.get(column.references.table.toLowerCase());
      column.references = key === undefined ? null : { ...column.references, column: key };
    }
  return tables;
}
