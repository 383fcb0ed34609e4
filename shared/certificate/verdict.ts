import {
  type CertificateException,
  type CertificateVerdict,
  type PropertyName,
  type PropertyResult,
  propertyNames,
} from "../domain/certificate.ts";
import type { Finding } from "../domain/finding.ts";

/** A property that was judged: it holds where no finding is of severity error. */
export function judged(
  findings: readonly Finding[],
  counts: PropertyResult["counts"],
  exceptions: readonly CertificateException[] = [],
): PropertyResult {
  return {
    holds: findings.every(({ severity }) => severity !== "error"),
    reason: null,
    applies: true,
    findings: [...findings],
    exceptions: [...exceptions],
    counts,
  };
}

/** A property that could not be judged, and why. */
export function notJudged(reason: string): PropertyResult {
  return { holds: null, reason, applies: true, findings: [], exceptions: [], counts: {} };
}

/** A property that the task has nothing for, and why. */
export function notApplicable(reason: string): PropertyResult {
  return { ...notJudged(reason), applies: false };
}

/** Certified where every property holds, with exceptions where one of them needs any. */
export function certificateVerdict(
  properties: Readonly<Record<PropertyName, PropertyResult>>,
): CertificateVerdict {
  const all = propertyNames.map((name) => properties[name]);
  if (all.some(({ holds, applies }) => holds === false || (holds === null && applies)))
    return "not-certified";
  return all.some(({ exceptions }) => exceptions.length > 0) ? "certified-with-exceptions" : "certified";
}
