import { mutationTestingReport } from "./mutation-testing-report.ts";
import { reportPage } from "./page/report-page.ts";
import { reportJson } from "./report-json.ts";
import type { CertificateReport } from "./reported-task.ts";

/** How a report of certificates can be written: the end of its file's name, and its text in pieces. */
interface ReportFormat {
  title: string;
  ending: string;
  write(report: CertificateReport): Iterable<string>;
}

/** The formats of reports. An ending that ends another one stands behind it. */
export const reportFormats = {
  html: { title: "Page (HTML)", ending: ".html", write: reportPage },
  "mutation-testing": {
    title: "mutation-testing-report-schema",
    ending: ".mutation.json",
    write: (report) => [mutationTestingReport(report)],
  },
  json: { title: "JSON", ending: ".json", write: (report) => [reportJson(report)] },
} as const satisfies Record<string, ReportFormat>;

/** The format of a file by the end of its name; null where it is none of ours. */
export function reportFormatOf(fileName: string): ReportFormat | null {
  return Object.values(reportFormats).find(({ ending }) => fileName.toLowerCase().endsWith(ending)) ?? null;
}
