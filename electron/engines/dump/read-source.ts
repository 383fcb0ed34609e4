import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { readSchemaText, type SchemaTextTable } from "#shared/formats/schema-text.ts";
import { LoadError, type TemplateSource } from "../engine.ts";
import { type DumpPart, readDump } from "./read-dump.ts";

/** A part of a source with the file that it comes from. */
export type SourcePart = DumpPart & { file: string };

/** The files of a source in the order they are loaded: tables by `table_orders.txt`, those that it does not name behind them by name. */
export function sourceFiles(source: TemplateSource): string[] {
  if (source.kind === "server-database") return [];
  if (source.kind !== "sql-folder") return [source.path];
  const names = readdirSync(source.path).filter((name) => name.toLowerCase().endsWith(".sql"));
  const orders = orderOf(source.path);
  const place = (name: string) => {
    const at = orders.indexOf(path.parse(name).name.toLowerCase());
    return at < 0 ? orders.length : at;
  };
  return names
    .sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1))
    .map((name) => path.join(source.path, name));
}

function orderOf(folder: string): string[] {
  try {
    return readFileSync(path.join(folder, "table_orders.txt"), "utf8")
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
  } catch {
    return []; // There is none: by name.
  }
}

export function sourceBytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** All statements and rows of a source; `doneBytes` counts over all its files. */
export async function* readSource(source: TemplateSource): AsyncGenerator<SourcePart> {
  let before = 0;
  for (const file of sourceFiles(source)) {
    const name = path.basename(file);
    if (source.kind === "schema-text") yield* schemaParts(file, name);
    else
      for await (const part of readDump(file))
        yield { ...part, file: name, doneBytes: before + part.doneBytes };
    before += statSync(file).size;
  }
}

/** The tables first, then their sample rows, then the foreign keys are left as they are: sample rows seldom meet them. */
function* schemaParts(file: string, name: string): Generator<SourcePart> {
  const { tables, problems } = readSchemaText(readFileSync(file, "utf8"), name);
  const [problem] = problems;
  if (problem) throw new LoadError({ file: name, line: problem.row ?? 1, statement: "" }, problem.reason);
  for (const table of tables) {
    for (const [, sequence] of table.create.matchAll(/nextval\('([^']+)'/gi))
      yield {
        kind: "statement",
        sql: `CREATE SEQUENCE IF NOT EXISTS ${sequence}`,
        line: 1,
        doneBytes: 0,
        file: name,
      };
    const sql = withoutForeignKeys(table.create).replace(/;\s*$/, "");
    yield { kind: "statement", sql, line: 1, doneBytes: 0, file: name };
    const rows = insertOf(table);
    if (rows !== null) yield { kind: "statement", sql: rows, line: 1, doneBytes: 0, file: name };
    for (const ownership of sequencesOf(table))
      yield { kind: "statement", sql: ownership, line: 1, doneBytes: 0, file: name };
  }
}

/** A serial column as it was before it was printed: its sequence goes on behind the rows, and belongs to it. */
function* sequencesOf({ name, create }: SchemaTextTable): Generator<string> {
  for (const [, column = "", sequence = ""] of create.matchAll(
    /^[ \t]*("[^"]+"|\w+)\s[^,\n]*nextval\('([^']+)'/gim,
  )) {
    const table = `"${name.replaceAll('"', '""')}"`;
    yield `SELECT pg_catalog.setval('${sequence}', pg_catalog.max(${column})) FROM ${table}`;
    yield `ALTER SEQUENCE ${sequence} OWNED BY ${table}.${column}`;
  }
}

/**
 * Three rows of each table hardly ever refer to each other, and the printed type "character" has lost its length. A key has 32 columns
 * of 63 letters at most: what is not closed within that is none, and is not read to the end of the text from each that is open.
 */
function withoutForeignKeys(create: string): string {
  return create
    .replace(
      /,\s*(?:CONSTRAINT\s+\S+\s+)?FOREIGN KEY\s*\([^)]{0,4000}\)\s*REFERENCES\s+[^\s(]+\s*\([^)]{0,4000}\)[^,\n]*/gi,
      "",
    )
    .replace(/\scharacter(?=\s+(?:NOT\s+)?NULL|\s*,|\s*\n)/gi, " character varying");
}

function insertOf({ name, sample }: SchemaTextTable): string | null {
  if (sample === null || sample.rows.length === 0) return null;
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = sample.rows.map(
    (row) =>
      `(${row.map((cell) => (cell === null ? "NULL" : `'${cell.replaceAll("'", "''")}'`)).join(", ")})`,
  );
  return `INSERT INTO ${quoted(name)} (${sample.columns.map(quoted).join(", ")}) VALUES ${rows.join(", ")}`;
}
