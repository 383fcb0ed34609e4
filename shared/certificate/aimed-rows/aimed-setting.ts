import type { SchemaColumn, SchemaTable } from "../../domain/schema.ts";
import type { SqlDialect } from "../../sql/lex.ts";
import type { AimedRow, AimedUnit, CopiedTable, SampledRow } from "./aimed-row.ts";
import { type Literals, otherValues } from "./other-values.ts";

/** What rows are made of: the tables that the texts read, with the columns that they name, and rows that are there. */
export interface AimedSetting {
  tables: readonly { table: SchemaTable; columns: ReadonlySet<string> }[];
  samples: ReadonlyMap<string, CopiedTable>;
  literals: Literals;
  /** The tables, in small letters, that another one refers to: their rows cannot just go. */
  referred: ReadonlySet<string>;
  dialect: SqlDialect;
  /** So many rows at most are written at once. */
  mostRows: number;
}

/** A column that no text names is varied by so many values. */
const mostUnnamedValues = 2;

/** Keys are new; a foreign key may refer to another row; all else can differ. */
export function isVaried(table: SchemaTable, column: SchemaColumn): boolean {
  if (isKey(table, column)) return false;
  return column.references === null || !column.primaryKey;
}

function isKey({ columns }: SchemaTable, column: SchemaColumn): boolean {
  return column.primaryKey && columns.filter(({ primaryKey }) => primaryKey).length === 1;
}

/** A unit of rows; none where one of them could not be made. */
export function unit(aim: string, rows: readonly (AimedRow | null)[]): AimedUnit[] {
  const whole = rows.filter((row) => row !== null);
  return whole.length < rows.length || rows.length === 0 ? [] : [{ aim, rows: whole }];
}

/** A column of a row that is to differ. */
export interface Varied {
  table: SchemaTable;
  column: SchemaColumn;
  row: SampledRow;
}

/** The values that it may take instead. */
export function valuesFor(
  { tables, samples, literals }: AimedSetting,
  { table, column, row }: Varied,
): (string | null)[] {
  const present = samples.get(table.name)?.values[column.name] ?? [];
  if (column.references !== null)
    return [...present, ...(column.notNull ? [] : [null])].filter((value) => value !== row[column.name]);
  const values = otherValues(column, row[column.name] ?? null, present, literals);
  const isNamed = tables.find((one) => one.table === table)?.columns.has(column.name.toLowerCase());
  return isNamed === true ? values : values.slice(0, mostUnnamedValues);
}
