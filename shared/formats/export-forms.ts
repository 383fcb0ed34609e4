import type { ExportFormat } from "../contract/exports.ts";
import { annotator } from "./annotator.ts";
import { csv } from "./csv.ts";
import type { ExportForm } from "./export-form.ts";
import { jsonl } from "./jsonl.ts";
import { roseVec } from "./rose-vec.ts";

/** The forms in which verdicts go out, by the name that the contract and the command line give them. */
export const exportForms: Record<ExportFormat, ExportForm> = { "rose-vec": roseVec, annotator, jsonl, csv };
