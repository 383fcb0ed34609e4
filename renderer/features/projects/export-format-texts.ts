import type { ExportFormat } from "#shared/contract/exports.ts";

/** A format that verdicts go out in, as the person is told of it; `oneReviewer`: it can hold one reviewer's only. */
export interface ExportFormatTexts {
  title: string;
  holds: string;
  oneReviewer: boolean;
  /** The file's extension, without a dot. */
  ending: string;
}

/** The formats, in the order in which they are offered. */
export const exportFormatTexts: Record<ExportFormat, ExportFormatTexts> = {
  "rose-vec": {
    title: "ROSE consensus (JSON)",
    holds: "Each item with its label and up to two reviewers' reasons, as in ROSE's published set.",
    oneReviewer: false,
    ending: "json",
  },
  annotator: {
    title: "One reviewer's annotations (JSON)",
    holds: "Each item that the reviewer judged, with label and reason, as ROSE's review page saves it.",
    oneReviewer: true,
    ending: "json",
  },
  jsonl: {
    title: "Everything (JSONL)",
    holds: "One line for each item with all its fields and every verdict, diagnosis and note.",
    oneReviewer: false,
    ending: "jsonl",
  },
  csv: {
    title: "Table (CSV)",
    holds: "Rows and columns, for a spreadsheet.",
    oneReviewer: false,
    ending: "csv",
  },
};
