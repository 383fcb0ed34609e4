import { z } from "zod";

/**
 * One value of a result: its storage class and its exact text, never a JS number or Date (SPEC D1).
 *
 * `null` is SQL NULL; otherwise the first character is the tag and the rest the exact text:
 * `i` integer ("i9223372036854775807"), `r` 64-bit float in its shortest exact form ("r0.1", "rInfinity", "r-0"),
 * `d` exact decimal ("d12.50"), `t` text ("tabc"), `b` bytes in lower-case hex ("b00ff"),
 * `x` text that is not valid UTF-8, its bytes in hex. The declared type is in the result's column.
 */
export const Cell = z.union([z.null(), z.string().min(1)]);
export type Cell = z.infer<typeof Cell>;

/** The tag of a cell that is not NULL. */
export type CellTag = "i" | "r" | "d" | "t" | "b" | "x";

/** The tag of a cell, or "n" for NULL. */
export function cellTag(cell: Cell): CellTag | "n" {
  return cell === null ? "n" : (cell[0] as CellTag);
}

/** The text a person reads: "NULL" for NULL, bytes as x'…', everything else exactly as stored. */
export function cellText(cell: Cell): string {
  if (cell === null) return "NULL";
  const tag = cell[0];
  return tag === "b" || tag === "x" ? `x'${cell.slice(1)}'` : cell.slice(1);
}
