import { type Cell, cellText } from "#shared/domain/cell.ts";

/**
 * Cells as tab-separated text for a spreadsheet: one line per row, quotes around what contains a tab, a line end or a
 * quote (doubled inside). NULL is left empty, so that it stays apart from the text "NULL".
 */
export function tabSeparated(rows: readonly (readonly Cell[])[], header?: readonly string[]): string {
  const lines = rows.map((row) => row.map((cell) => (cell === null ? "" : field(cellText(cell)))).join("\t"));
  if (header) lines.unshift(header.map(field).join("\t"));
  return lines.join("\n");
}

function field(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
