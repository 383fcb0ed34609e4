import { type Cell, cellText } from "../domain/cell.ts";
import type { ColumnMeaning } from "../domain/column-meaning.ts";
import type { KnowledgeNode } from "../domain/knowledge-node.ts";
import type { DatabaseSchema, SchemaTable } from "../domain/schema.ts";
import type { SqlDialect } from "../sql/lex.ts";
import { writtenName, writtenTable } from "../sql/written-name.ts";

/** The first rows of a table, by its name. */
export type SampleRowsOf = ReadonlyMap<string, readonly (readonly Cell[])[]>;

/** A schema as a system reads it: a CREATE TABLE statement of each table with its first rows, where they are given (BIRD-INTERACT, `get_schema`). */
export function schemaText(
  { tables }: DatabaseSchema,
  dialect: SqlDialect,
  samples: SampleRowsOf | null,
): string {
  return tables
    .map((table) => {
      if (samples === null) return createText(table, dialect);
      const rows = samples.get(table.name) ?? [];
      const names = table.columns.map(({ name }) => name);
      const shown =
        rows.length === 0 ? "No rows." : `First ${rows.length} rows:\n${rowsAsTable(names, rows)}`;
      return `${createText(table, dialect)}\n\n${shown}`;
    })
    .join("\n\n");
}

function createText({ name, kind, columns }: SchemaTable, dialect: SqlDialect): string {
  const written = (column: string) => writtenName(column, dialect);
  const keys = columns.filter(({ primaryKey }) => primaryKey).map((column) => written(column.name));
  const lines = columns.map((column) =>
    [
      ...[written(column.name), column.declaredType],
      column.notNull ? "NOT NULL" : "",
      column.references === null
        ? ""
        : `REFERENCES ${writtenTable(column.references.table, dialect)} (${written(column.references.column)})`,
    ]
      .filter((word) => word !== "")
      .join(" "),
  );
  if (keys.length > 0) lines.push(`PRIMARY KEY (${keys.join(", ")})`);
  const what = kind === "view" ? "-- a view\nCREATE TABLE" : "CREATE TABLE";
  return `${what} ${writtenTable(name, dialect)} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n);`;
}

/** Rows below the names of their columns, separated by bars. */
export function rowsAsTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((row) => row.map((cell) => oneLine(cellText(cell))).join(" | "));
  return [columns.join(" | "), ...lines].join("\n");
}

/** Cells are cut where a result would drown in one of them. */
const mostCharacters = 500;

function oneLine(text: string): string {
  const line = text.replace(/\r?\n/g, "\\n");
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line;
}

/** The meanings of all columns, as the benchmark's file has them. */
export function columnMeaningsText(meanings: readonly ColumnMeaning[]): string {
  if (meanings.length === 0) return "There are no column meanings.";
  return JSON.stringify(
    Object.fromEntries(meanings.map((meaning) => [meaning.key, meaningText(meaning)])),
    null,
    2,
  );
}

/** The meaning of one column, found whatever the case of its name. */
export function columnMeaningText(meanings: readonly ColumnMeaning[], table: string, column: string): string {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const found = meanings.find((meaning) => same(meaning.table, table) && same(meaning.column, column));
  return found === undefined ? `There is no meaning of ${table}.${column}.` : meaningText(found);
}

function meaningText({ text, fields }: ColumnMeaning): string {
  return [text, ...fields.map(({ path, text: meaning }) => `${path.join(".")}: ${meaning}`)].join("\n");
}

/** The names of the knowledge that a system may read. */
export function knowledgeNamesText(visible: readonly KnowledgeNode[]): string {
  return JSON.stringify(visible.map(({ name }) => name));
}

/** One entry of the knowledge that a system may read, found whatever the case of its name. */
export function knowledgeText(visible: readonly KnowledgeNode[], name: string): string {
  const wanted = name.trim().toLowerCase();
  const found = visible.find((node) => node.name.toLowerCase() === wanted);
  return found === undefined
    ? `There is no knowledge of that name: ${name}.`
    : JSON.stringify(entryOf(found), null, 2);
}

/** All knowledge that a system may read. */
export function allKnowledgeText(visible: readonly KnowledgeNode[]): string {
  return visible.length === 0 ? "There is no knowledge." : JSON.stringify(visible.map(entryOf), null, 2);
}

function entryOf({ id, name, description, definition }: KnowledgeNode) {
  return { id, knowledge: name, description, definition };
}
