import Papa from "papaparse";

/** Rows as CSV (RFC 4180, CRLF). Values go out exactly; what a spreadsheet would read as a formula is not escaped. */
export function csvText(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return rows.length === 0 ? "" : `${Papa.unparse(rows as unknown[][], { newline: "\r\n" })}\r\n`;
}

/** No table has so many columns; naming a million of them apart takes longer than their number. */
const mostColumns = 32_767;

/** The rows of a CSV text with a header, by the names of their columns; empty rows are passed over. None of a text that is no table. */
export function readCsv(text: string): Record<string, string | undefined>[] {
  const header = text.slice(0, Math.max(0, text.search(/[\r\n]/)) || text.length);
  if (header.split(",", mostColumns + 1).length > mostColumns) return [];
  return Papa.parse<Record<string, string | undefined>>(text, {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => name.trim(),
  }).data;
}
