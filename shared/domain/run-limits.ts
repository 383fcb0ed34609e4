import { z } from "zod";

/** The limits one statement runs under: milliseconds, rows, and bytes (of one value, of a whole result, of memory). */
export const RunLimits = z.object({
  timeMs: z.number().int().positive(),
  rows: z.number().int().positive(),
  cellBytes: z.number().int().positive(),
  resultBytes: z.number().int().positive(),
  memoryBytes: z.number().int().positive(),
});
export type RunLimits = z.infer<typeof RunLimits>;

/** What SQL under test may take unless a reviewer gives it more. */
export const defaultRunLimits: RunLimits = {
  timeMs: 10_000,
  rows: 5_000_000,
  cellBytes: 16 * 2 ** 20,
  resultBytes: 2 * 2 ** 30,
  memoryBytes: 768 * 2 ** 20,
};
