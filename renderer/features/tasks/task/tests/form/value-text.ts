import type { ExpectedValue } from "#shared/domain/test-form.ts";

/** A value as it is written in a field: NULL, true, 12.5, 'a text'. */
export function valueText(value: ExpectedValue): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return String(value);
  return "number" in value ? value.number : `'${value.text.replaceAll("'", "''").replaceAll("\n", "\\n")}'`;
}

const token = /\s*(?:('(?:[^']|'')*')|([^\s,']+))\s*(,|$)/y;

/** The values of a line, parted by commas; null where one of them is none. */
function readValues(line: string): ExpectedValue[] | null {
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
