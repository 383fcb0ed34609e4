import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { DatabaseSchema, SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import { engines } from "../engines/registry.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";

/** Descriptions of columns: lower-case table name → lower-case column name → text. */
export type Descriptions = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads BIRD's description files: `database_description/<table>.csv` beside a database in a folder of its own, or
 * `<dir>/<db_id>/database_description` for a file that lies flat. A file that is missing or unreadable describes nothing.
 */
export async function readDescriptions(
  dir: string,
  database: DatabaseRef,
  analysis: SqlAnalysis,
): Promise<Descriptions> {
  // A template lies where nobody describes anything.
  const own =
    engines[database.engine].readsFilesInPlace && "path" in database ? path.dirname(database.path) : dir;
  const folders = [path.join(dir, database.dbId, "database_description")];
  if (path.resolve(own) !== path.resolve(dir)) folders.unshift(path.join(own, "database_description"));
  for (const folder of folders) {
    const files = await csvFilesIn(folder);
    if (files.length === 0) continue;
    const tables = await Promise.all(
      files.map(
        async (file): Promise<[string, ReadonlyMap<string, string>]> => [
          path.basename(file, path.extname(file)).toLowerCase(),
          await readTable(path.join(folder, file), analysis),
        ],
      ),
    );
    return new Map(tables);
  }
  return new Map();
}

async function csvFilesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.toLowerCase().endsWith(".csv"));
  } catch {
    return [];
  }
}

async function readTable(file: string, analysis: SqlAnalysis): Promise<Map<string, string>> {
  const source = { text: decode(await readFile(file)), name: path.basename(file) };
  const lines = await analysis.read("csv", source).catch(() => []);
  const described = lines.map((line): [string, string] => [
    (line.original_column_name ?? "").trim().toLowerCase(),
    descriptionOf(line),
  ]);
  return new Map(described.filter(([name, text]) => name !== "" && text !== ""));
}

/** BIRD's files are UTF-8 or Windows-1252, with or without a byte order mark. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function descriptionOf(line: Record<string, string | undefined>): string {
  const name = (line.column_name ?? "").trim();
  const parts = [line.column_description, line.value_description].map((part) => (part ?? "").trim());
  const original = (line.original_column_name ?? "").trim().toLowerCase();
  const title = name !== "" && name.toLowerCase() !== original ? [name] : [];
  return [...new Set([...title, ...parts.filter((part) => part !== "")])].join("\n");
}

/** The schema with the descriptions of its columns; where there is none, what the engine said stays. */
export function describedSchema(schema: DatabaseSchema, descriptions: Descriptions): DatabaseSchema {
  const describedColumn = (table: SchemaTable, column: SchemaColumn): SchemaColumn => ({
    ...column,
    description:
      descriptions.get(table.name.toLowerCase())?.get(column.name.toLowerCase()) ?? column.description,
  });
  return {
    ...schema,
    tables: schema.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => describedColumn(table, column)),
    })),
  };
}
