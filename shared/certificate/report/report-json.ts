import { z } from "zod";
import { CertificateHashes, CertificateVerdict, PropertyName } from "../../domain/certificate.ts";
import { snakeCaseJson } from "../../formats/snake-case-json.ts";
import { CertificateLine, certificateLine, MutantCountsLine, mutantCountsLine } from "./certificate-line.ts";
import { certificateSummary } from "./certificate-summary.ts";
import type { CertificateReport } from "./reported-task.ts";

const count = z.number().int().nonnegative();

/** A report of certificates as JSON: what they come to together, and each of them. */
export const CertificateReportFile = z
  .strictObject({
    title: z.string().describe("The name of the file or project that the tasks are from."),
    summary: z.strictObject({
      tasks: count,
      verdicts: z.record(CertificateVerdict, count),
      properties: z.record(
        PropertyName,
        z.strictObject({
          ...{ holds: count, fails: count, notJudged: count, notApplicable: count },
          exceptions: count.describe("Of all tasks together."),
        }),
      ),
      mutants: MutantCountsLine,
    }),
    tasks: z.array(
      CertificateLine.extend({
        madeAt: z.string().nullable().describe("ISO time; null where nobody wrote it down."),
        changed: z
          .array(CertificateHashes.keyof())
          .describe("What changed since; the certificate is void where this is not empty."),
      }),
    ),
  })
  .describe(
    "What querent certify --report FILE.json writes: what the certificates come to together, and each of them.",
  );

/** A report of certificates as JSON text. */
export function reportJson({ title, tasks }: CertificateReport): string {
  const { mutants, ...summary } = certificateSummary(tasks.map(({ certificate }) => certificate));
  const text = snakeCaseJson(CertificateReportFile, {
    title,
    summary: { ...summary, mutants: mutantCountsLine(mutants) },
    tasks: tasks.map(({ certificate, madeAt, changed }) => ({
      ...certificateLine(certificate),
      madeAt,
      changed: [...changed],
    })),
  });
  return `${text}\n`;
}
