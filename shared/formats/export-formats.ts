import { z } from "zod";
import { annotator } from "./annotator.ts";
import { csv } from "./csv.ts";
import type { ExportFormatSpec } from "./export-format-spec.ts";
import { jsonl } from "./jsonl.ts";
import { roseVec } from "./rose-vec.ts";

/** The formats in which verdicts go out, in the order in which they are offered. A new one is a file and a line here. */
export const exportFormats = {
  "rose-vec": roseVec,
  annotator,
  jsonl,
  csv,
} satisfies Record<string, ExportFormatSpec>;

/** The name of a format, as the contract and the command line give it. */
export const ExportFormat = z.enum(Object.keys(exportFormats) as [keyof typeof exportFormats]);
export type ExportFormat = z.infer<typeof ExportFormat>;
