import type { Cell } from "#shared/domain/cell.ts";

/** A value as node:sqlite gives it with big integers on. */
export type SqliteValue = null | bigint | number | string | Uint8Array;

/** A value as a cell. Text is taken as decoded: see exact-text.ts for text that is not valid UTF-8. */
export function sqliteCell(value: SqliteValue): Cell {
  if (value === null) return null;
  if (typeof value === "string") return `t${value}`;
  if (typeof value === "bigint") return `i${value}`;
  if (typeof value === "number") return `r${realText(value)}`;
  return `b${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`;
}

/** The shortest text that reads back as the same 64-bit float: "0.1", "1" (for 1.0), "1e+300", "Infinity", "-0". */
function realText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}
