import { type Cell, cellTag } from "#shared/domain/cell.ts";
import type { ExpectedValue } from "#shared/domain/test-form.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";

/** A value as it is written in a field: NULL, true, 12.5, 'a text'. */
export function valueText(value: ExpectedValue): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return String(value);
  return "number" in value ? value.number : `'${value.text.replaceAll("'", "''").replaceAll("\n", "\\n")}'`;
}

const token = /\s*(?:('(?:[^']|'')*')|([^\s,']+))\s*(,|$)/y;

/** The values of a line, parted by commas; null where one of them is none. */
export function readValues(line: string): ExpectedValue[] | null {
  const values: ExpectedValue[] = [];
  token.lastIndex = 0;
  for (let more = true; more; ) {
    const [, text, word, comma] = token.exec(line) ?? [];
    const value = text === undefined ? readWord(word) : readText(text);
    if (value === undefined) return null;
    values.push(value);
    more = comma === ",";
  }
  return values;
}

/** One value; undefined where the text is none. */
export function readValue(text: string): ExpectedValue | undefined {
  const values = readValues(text);
  return values?.length === 1 ? values[0] : undefined;
}

function readText(quoted: string): ExpectedValue {
  return { text: quoted.slice(1, -1).replaceAll("''", "'").replaceAll("\\n", "\n") };
}

function readWord(word: string | undefined): ExpectedValue | undefined {
  if (word === undefined) return undefined;
  if (/^null$/i.test(word)) return null;
  if (/^(?:true|false)$/i.test(word)) return word.toLowerCase() === "true";
  return /^-?\d+(?:\.\d+)?$/.test(word) ? { number: word } : undefined;
}

/** Rows as they are written in a field, one a line. */
export function rowsText(rows: ExpectedValue[][]): string {
  return rows.map((row) => row.map(valueText).join(", ")).join("\n");
}

/** The rows of a field; else the number (1-based) of the line that is none. */
export function readRows(text: string): ExpectedValue[][] | { badLine: number } {
  const rows: ExpectedValue[][] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const row = readValues(line);
    if (row === null) return { badLine: at + 1 };
    rows.push(row);
  }
  return rows;
}

/**
 * A cell of a result as a test finds it in Python; undefined where its text there is another (arrays, JSON, bytes, intervals).
 * SQLite hands texts over as they are, whatever their column was declared as.
 */
export function expectedOf(cell: Cell, declaredType: string, dialect: SqlDialect): ExpectedValue | undefined {
  if (cell === null) return null;
  const text = cell.slice(1);
  const tag = cellTag(cell);
  if (tag === "i" || tag === "d" || tag === "r") {
    const number = plainNumber(text);
    return number === null ? undefined : { number };
  }
  if (tag === "t" && dialect === "sqlite") return { text };
  if (tag !== "t" || /\[\]$|^(?:json|jsonb|interval|bytea)$/.test(declaredType)) return undefined;
  if (declaredType === "boolean") return text === "t" || text === "true";
  if (/^(?:timestamp|time)\b/.test(declaredType)) return { text: pythonTime(text) };
  return { text };
}

/** A number without an exponent; null for NaN and the infinities. */
function plainNumber(text: string): string | null {
  const [, sign = "", whole = "", part = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  if (whole === "" || Math.abs(Number(exponent)) > 400) return null;
  if (Number(exponent) === 0) return text.replace(/e.*$/i, "");
  const point = whole.length + Number(exponent);
  const digits = `${"0".repeat(Math.max(0, 1 - point))}${whole}${part}`.padEnd(point, "0");
  const cut = Math.max(1, point);
  const fraction = digits.slice(cut);
  return `${sign}${digits.slice(0, cut)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** A moment as Python writes it: six decimals of a second where there are any, an offset with its minutes. */
function pythonTime(text: string): string {
  const [, moment = text, decimals = "", offset = ""] =
    /^(.*\d\d:\d\d:\d\d)(\.\d{1,6})?([+-]\d\d(?::\d\d)?)?$/.exec(text) ?? [];
  return (
    moment +
    (decimals === "" ? "" : decimals.padEnd(7, "0")) +
    (offset.length === 3 ? `${offset}:00` : offset)
  );
}
