import { type Cell, cellTag } from "../../domain/cell.ts";
import { floatText } from "../../metrics/soft-ex/python-number.ts";

/** A row of SQLite as Python's `json.dumps(row, default=list)` writes it: a line of what a fingerprint is made of. */
export function jsonLine(row: readonly Cell[]): string {
  return `[${row.map(jsonText).join(", ")}]`;
}

function jsonText(cell: Cell): string {
  if (cell === null) return "null";
  const text = cell.slice(1);
  switch (cellTag(cell)) {
    case "r":
      return floatText(Number(text));
    case "b":
      return `[${bytesOf(text).join(", ")}]`;
    case "t":
      return JSON.stringify(text).replaceAll(/[\u007f-\uffff]/g, escaped);
    default:
      return text;
  }
}

function bytesOf(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
