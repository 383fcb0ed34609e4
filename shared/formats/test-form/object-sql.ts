import type { SqlDialect } from "../../sql/lex.ts";

/** Queries about the objects of a database, whose names are written as in any SQL; `name…` finds the name in such a query again. */
export interface ObjectSql {
  /** One text that says what kind of table or view it is; no row where there is none of that name. */
  relationKind(name: string): string;
  /** Python's tuple of what `relationKind` says of a table, of a view. */
  kinds: { table: string; view: string };
  /** The columns of a table or view in their order, one a row. */
  columns(name: string): string;
  /** Python that says whether a list of columns has these names. */
  haveNames(columns: string, names: string): string;
  /** One row a function of that name, which is its bare name. */
  functionKind(name: string): string;
  nameInRelation: RegExp;
  nameInFunction: RegExp;
}

/** How each dialect lists its objects. */
export const objectSql: Record<SqlDialect, ObjectSql> = {
  postgresql: {
    relationKind: (name) => `SELECT relkind::text FROM pg_class WHERE oid = to_regclass(${sqlString(name)})`,
    kinds: { table: '("r", "p")', view: '("v", "m")' },
    columns: (name) =>
      `SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(${sqlString(name)}) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    haveNames: (columns, names) => `${columns} == ${names}`,
    functionKind: (name) => `SELECT prokind::text FROM pg_proc WHERE proname = ${sqlString(name)}`,
    nameInRelation: /to_regclass\('(.*)'\)$/s,
    nameInFunction: /proname = '(.*)'$/s,
  },
  sqlite: {
    relationKind: (name) => `SELECT type FROM pragma_table_list AS o WHERE ${isNamed(name)}`,
    kinds: { table: '("table", "virtual")', view: '("view",)' },
    columns: (name) =>
      `SELECT c.name FROM pragma_table_list AS o, pragma_table_xinfo(o.name, o.schema) AS c WHERE c.hidden <> 1 AND ${isNamed(name)} ORDER BY c.cid`,
    // SQLite keeps the case in which a column was written, and knows it in any.
    haveNames: (columns, names) => `list(map(str.lower, ${columns})) == list(map(str.lower, ${names}))`,
    functionKind: (name) => `SELECT type FROM pragma_function_list WHERE name = ${sqlString(name)}`,
    nameInRelation: / '(.*)' COLLATE NOCASE IN /s,
    nameInFunction: /name = '(.*)'$/s,
  },
};

/** SQLite does not read names in a text: it is compared with the name as it is, in quotes, and behind that of its schema. */
function isNamed(name: string): string {
  return `${sqlString(name)} COLLATE NOCASE IN (o.name, printf('"%w"', o.name), o.schema || '.' || o.name)`;
}

function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
