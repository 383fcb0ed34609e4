import { verdictWords } from "#shared/certificate/certificate-words.ts";
import { detectedOf } from "#shared/certificate/mutant-score.ts";
import type { MatrixRow } from "#shared/contract/certificates.ts";
import { CertificateVerdict, type MutantCounts } from "#shared/domain/certificate.ts";
import { numberText, percentText } from "../../../ui/time-text.ts";

/**
 * What rows of the matrix come to, in words: "1 certified · 12 not certified (2 void) · mutants detected 77 % (510 of 661)". Each
 * task is counted once; void is said of a verdict.
 */
export function matrixSummary(rows: readonly MatrixRow[]): string[] {
  const made = rows.flatMap(({ certificate }) => (certificate === null ? [] : [certificate]));
  const verdicts = CertificateVerdict.options.map((verdict) => {
    const own = made.filter((one) => one.verdict === verdict);
    const gone = own.filter(({ changed }) => changed.length > 0).length;
    const words = `${verdictWords[verdict]}${gone === 0 ? "" : ` (${numberText(gone)} void)`}`;
    return { words, count: own.length };
  });
  const all = [...verdicts, { words: "never certified", count: rows.length - made.length }];
  const mutants = made.map(({ counts }) => detectedOf(counts.status));
  const detected = mutants.reduce((sum, one) => sum + one.detected, 0);
  const of = mutants.reduce((sum, one) => sum + one.of, 0);
  return [
    ...all.filter((one) => one.count > 0).map((one) => `${numberText(one.count)} ${one.words}`),
    `mutants detected ${shareText(detected, of)}`,
  ];
}

/** A share with its counts: "83 % (48 of 58)"; "–" where there is nothing to measure. */
function shareText(part: number, whole: number): string {
  return whole === 0 ? "–" : `${percentText(part, whole)} (${numberText(part)} of ${numberText(whole)})`;
}

/** The share of mutants that the tests of a task detect, as the matrix shows it. */
export function detectedText({ status }: MutantCounts): { share: string; counts: string } {
  const { detected, of } = detectedOf(status);
  return {
    share: percentText(detected, of),
    counts: of === 0 ? "" : `${numberText(detected)}/${numberText(of)}`,
  };
}
