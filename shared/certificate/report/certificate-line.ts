import { z } from "zod";
import {
  type Certificate,
  CertificateHashes,
  CertificateVerdict,
  type MutantCounts,
  MutantResult,
  PropertyName,
  PropertyResult,
  SurvivorClass,
} from "../../domain/certificate.ts";

const count = z.number().int().nonnegative();

/** Mutants counted by status and class, as files hold them. */
export const MutantCountsLine = z
  .strictObject({
    total: count,
    ...{ killed: count, survived: count, timeout: count },
    ...{ noCoverage: count, runError: count, ignored: count },
    byClass: z.record(SurvivorClass, count).describe("Survivors by why they survive."),
    score: z.number().nullable().describe("Null where there is nothing to measure."),
    notRun: count.describe("Mutants beyond the sample; 0 with --full."),
  })
  .describe("Mutants by status, as Stryker defines them.");

/** A certificate as files hold it: mutants are counted, and only survivors listed. */
export const CertificateLine = z.strictObject({
  instanceId: z.string(),
  verdict: CertificateVerdict,
  properties: z.record(PropertyName, z.strictObject(PropertyResult.shape)),
  mutants: MutantCountsLine,
  survivors: z.array(z.strictObject(MutantResult.shape)),
  hashes: CertificateHashes,
});

/** A certificate as a line of a file. */
export function certificateLine({ mutants, counts, ...rest }: Certificate): z.infer<typeof CertificateLine> {
  return {
    ...rest,
    mutants: mutantCountsLine(counts),
    survivors: mutants.filter(({ survivor }) => survivor !== null),
  };
}

/** Counts of mutants as files hold them. */
export function mutantCountsLine(counts: MutantCounts): z.infer<typeof MutantCountsLine> {
  const { status, byClass, total, score, notRun } = counts;
  const { killed, survived, timeout, ignored } = status;
  return {
    ...{ total, killed, survived, timeout, ignored },
    ...{ noCoverage: status["no-coverage"], runError: status["run-error"] },
    ...{ byClass, score, notRun },
  };
}
