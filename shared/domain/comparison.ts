import { z } from "zod";
import { Cell } from "./cell.ts";

/** One line of the two results laid side by side. `changed` lists the gold columns (0-based) whose cells differ, for kind "changed". */
export const AlignedRow = z.object({
  kind: z.enum(["same", "changed", "only-predicted", "only-gold"]),
  predicted: z.object({ index: z.number().int(), cells: z.array(Cell) }).nullable(),
  gold: z.object({ index: z.number().int(), cells: z.array(Cell) }).nullable(),
  changed: z.array(z.number().int()),
});
export type AlignedRow = z.infer<typeof AlignedRow>;

/**
 * How two results were laid side by side: how many aligned lines there are, of which kind, and which predicted column
 * stands for each gold column (null: none). `complete` is false where a side was too long to align beyond its first rows.
 */
export const Alignment = z.object({
  rows: z.number().int().nonnegative(),
  differing: z.number().int().nonnegative(),
  columnMap: z.array(z.number().int().nullable()),
  complete: z.boolean(),
});
export type Alignment = z.infer<typeof Alignment>;
