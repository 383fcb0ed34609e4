import type { InputProblem } from "../contract/errors.ts";
import type { DatabaseSchema, SchemaColumn } from "../domain/schema.ts";
import { readSampleText, type SampleRows } from "./sample-text.ts";

/** A column as a CREATE TABLE block of the schema text declares it. */
export interface SchemaTextColumn {
  name: string;
  declaredType: string;
  notNull: boolean;
  /** The DEFAULT expression, or null. */
  defaultSql: string | null;
}

/** A foreign key: its columns, and the table and columns that they refer to, in the same order. */
export interface ForeignKey {
  columns: string[];
  table: string;
  references: string[];
}

/** One table of a `<db>_schema.txt`: its CREATE TABLE statement as written, what it declares, and its first rows. */
export interface SchemaTextTable {
  name: string;
  /** The statement, letter by letter, with its semicolon. */
  create: string;
  columns: SchemaTextColumn[];
  primaryKey: string[];
  foreignKeys: ForeignKey[];
  /** Null where the table has no rows. */
  sample: SampleRows | null;
}

const open = /^CREATE TABLE (?:IF NOT EXISTS )?("(?:[^"]|"")+"|[^\s(]+)\s*\($/i;
const close = /^\)\s*;?\s*$/;
const identifier = '"(?:[^"]|"")+"|[^\\s",()]+';
const columnName = new RegExp(`^\\s*(${identifier})\\s+(?=\\S)`);
/** What may stand behind a type. Runs of blanks are begun with at their first, else a long one is read anew from each. */
const behindType = /(?<!\s)\s+(?:(NOT NULL|NULL)(?:\s+DEFAULT\s+(.+))?$|DEFAULT\s+(.+)$)/i;
const primaryKeyLine = /^\s*PRIMARY KEY \((.+)\)$/i;
const foreignKeyLine = new RegExp(
  `^\\s*FOREIGN KEY \\((.+)\\) REFERENCES (${identifier})\\s*\\((.+)\\)`,
  "i",
);
const otherConstraint = /^\s*(?:CONSTRAINT|UNIQUE|CHECK|EXCLUDE)\b/i;

/** Reads a schema text: CREATE TABLE blocks with "First 3 rows:". What is no such block is a problem with its line. */
export function readSchemaText(
  text: string,
  file: string,
): { tables: SchemaTextTable[]; problems: InputProblem[] } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const tables: SchemaTextTable[] = [];
  const problems: InputProblem[] = [];
  const say = (line: number, reason: string, fix: string) =>
    problems.push({ file, row: line + 1, field: null, reason, fix });
  const firstFrom = (from: number, pattern: RegExp) => {
    let at = from;
    while (at < lines.length && !pattern.test(lines[at] ?? "")) at += 1;
    return at;
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      at += 1;
    } else if (open.test(line)) {
      const end = firstFrom(at + 1, close);
      if (end === lines.length) {
        say(at, "The CREATE TABLE block is never closed.", "Close it with ); on a line of its own.");
        break;
      }
      const after = firstFrom(end + 1, open);
      const { sample, problem } = readSampleText(lines.slice(end + 1, after));
      if (problem !== null) say(end + 1 + problem.line, problem.reason, problem.fix);
      tables.push({ ...declared(lines.slice(at, end + 1)), sample });
      at = after;
    } else {
      say(at, "The line is outside any CREATE TABLE block.", "Start each table with CREATE TABLE name (.");
      at = firstFrom(at + 1, open);
    }
  }
  return { tables, problems };
}

/** The tables as the schema of a database, with descriptions by lower-cased `db|table|column` where there are some. */
export function schemaOf(
  tables: readonly SchemaTextTable[],
  dbId: string,
  descriptions: ReadonlyMap<string, string> = new Map(),
): DatabaseSchema {
  return {
    dbId,
    tables: tables.map((table) => ({
      name: table.name,
      kind: "table",
      description: "",
      columns: table.columns.map(
        (column): SchemaColumn => ({
          name: column.name,
          declaredType: column.declaredType,
          primaryKey: table.primaryKey.includes(column.name),
          notNull: column.notNull,
          references: referenceOf(table, column.name),
          description: descriptions.get(`${dbId}|${table.name}|${column.name}`.toLowerCase()) ?? "",
        }),
      ),
    })),
  };
}

function referenceOf(table: SchemaTextTable, column: string): SchemaColumn["references"] {
  for (const key of table.foreignKeys) {
    const target = key.references[key.columns.indexOf(column)];
    if (target !== undefined) return { table: key.table, column: target };
  }
  return null;
}

function declared(block: readonly string[]): Omit<SchemaTextTable, "sample"> {
  const table: Omit<SchemaTextTable, "sample"> = {
    name: unquoted(open.exec(block[0] ?? "")?.[1] ?? ""),
    create: block.join("\n"),
    columns: [],
    primaryKey: [],
    foreignKeys: [],
  };
  for (const raw of block.slice(1, -1)) {
    const line = raw.replace(/,\s*$/, "");
    const primary = primaryKeyLine.exec(line);
    const foreign = foreignKeyLine.exec(line);
    if (primary !== null) table.primaryKey = names(primary[1]);
    else if (foreign !== null)
      table.foreignKeys.push({
        columns: names(foreign[1]),
        table: unquoted(foreign[2] ?? ""),
        references: names(foreign[3]),
      });
    else if (!otherConstraint.test(line)) table.columns.push(...columnOf(line));
  }
  return table;
}

function columnOf(line: string): SchemaTextColumn[] {
  const match = columnName.exec(line);
  if (match === null || /[\r\u2028\u2029]/.test(line)) return [];
  const rest = line.slice(match[0].length);
  const behind = behindType.exec(rest);
  return [
    {
      name: unquoted(match[1] ?? ""),
      declaredType: rest.slice(0, behind?.index),
      notNull: behind?.[1]?.toUpperCase() === "NOT NULL",
      defaultSql: behind?.[2] ?? behind?.[3] ?? null,
    },
  ];
}

function names(list: string | undefined): string[] {
  return (list?.match(new RegExp(identifier, "g")) ?? []).map(unquoted);
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
