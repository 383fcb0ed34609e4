/** A cell of the dump: an array is a PostgreSQL text[], an object is JSON; text stands as it is. */
export type CopyValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | { readonly [key: string]: unknown };

/** The rows of one table; every row names the same columns in the same order. */
export interface TableRows {
  table: string;
  rows: readonly Readonly<Record<string, CopyValue>>[];
}

/** One table's rows as pg_dump writes them: `COPY … FROM stdin;`, a line a row, and the `\.` that ends them. */
export function copyBlock({ table, rows }: TableRows): string {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  const lines = rows.map((row) => `${Object.values(row).map(copyCell).join("\t")}\n`);
  return `COPY public.${table} (${columns}) FROM stdin;\n${lines.join("")}\\.\n`;
}

function copyCell(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "boolean") return value ? "t" : "f";
  if (typeof value === "object") return escaped(isList(value) ? arrayText(value) : JSON.stringify(value));
  return escaped(String(value));
}

function isList(value: readonly string[] | object): value is readonly string[] {
  return Array.isArray(value);
}

function arrayText(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

function escaped(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}

/** A whole number of 10^-places as its decimal text, `decimalText(-1234, 2)` is "-12.34". */
export function decimalText(units: number, places: number): string {
  const digits = String(Math.abs(units)).padStart(places + 1, "0");
  const sign = units < 0 ? "-" : "";
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
