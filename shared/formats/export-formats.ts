import type { ExportFormat } from "../contract/exports.ts";
import { annotator } from "./annotator.ts";
import { csv } from "./csv.ts";
import type { ExportFormatSpec } from "./export-format-spec.ts";
import { jsonl } from "./jsonl.ts";
import { roseVec } from "./rose-vec.ts";

/** The formats in which verdicts go out, by the name that the contract and the command line give them. */
export const exportFormats: Record<ExportFormat, ExportFormatSpec> = {
  "rose-vec": roseVec,
  annotator,
  jsonl,
  csv,
};
