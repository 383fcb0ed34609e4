import { z } from "zod";
import { annotatorExport } from "./annotator.ts";
import { csvExport } from "./csv.ts";
import type { ExportFormatSpec } from "./export-format-spec.ts";
import { jsonlExport } from "./jsonl.ts";
import { roseVecExport } from "./rose-vec.ts";

/** The formats in which verdicts go out, in the order in which they are offered. A new one is a file and a line here. */
export const exportFormats = {
  "rose-vec": roseVecExport,
  annotator: annotatorExport,
  jsonl: jsonlExport,
  csv: csvExport,
} satisfies Record<string, ExportFormatSpec>;

/** The name of a format, as the contract and the command line give it. */
export const ExportFormat = z.enum(Object.keys(exportFormats) as [keyof typeof exportFormats]);
export type ExportFormat = z.infer<typeof ExportFormat>;
