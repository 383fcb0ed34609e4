import {
  type Certificate,
  type CertificateVerdict,
  type MutantCounts,
  mutantStatuses,
  type PropertyName,
  propertyNames,
  survivorClasses,
} from "../../domain/certificate.ts";
import { mutationScore } from "../mutant-score.ts";

/** For how many tasks a property holds, does not, could not be judged, or has nothing to speak of. */
export interface PropertyCounts {
  holds: number;
  fails: number;
  notJudged: number;
  notApplicable: number;
  exceptions: number;
}

/** Certificates counted together. */
export interface CertificateSummary {
  tasks: number;
  verdicts: Record<CertificateVerdict, number>;
  properties: Record<PropertyName, PropertyCounts>;
  mutants: MutantCounts;
}

/** Counts certificates by verdict and property, and all their mutants. */
export function certificateSummary(
  certificates: readonly Pick<Certificate, "verdict" | "properties" | "counts">[],
): CertificateSummary {
  const verdicts = { certified: 0, "certified-with-exceptions": 0, "not-certified": 0 };
  for (const { verdict } of certificates) verdicts[verdict] += 1;
  const properties = Object.fromEntries(
    propertyNames.map((name) => [name, countsOf(certificates.map((one) => one.properties[name]))]),
  ) as CertificateSummary["properties"];
  return {
    ...{ tasks: certificates.length, verdicts, properties },
    mutants: addedUp(certificates.map(({ counts }) => counts)),
  };
}

function countsOf(results: readonly Certificate["properties"][PropertyName][]): PropertyCounts {
  const count = (is: (result: (typeof results)[number]) => boolean) => results.filter(is).length;
  return {
    holds: count(({ holds }) => holds === true),
    fails: count(({ holds }) => holds === false),
    notJudged: count(({ holds, applies }) => holds === null && applies),
    notApplicable: count(({ holds, applies }) => holds === null && !applies),
    exceptions: results.reduce((sum, { exceptions }) => sum + exceptions.length, 0),
  };
}

function addedUp(all: readonly MutantCounts[]): MutantCounts {
  const sum = (of: (counts: MutantCounts) => number) => all.reduce((total, one) => total + of(one), 0);
  const status = Object.fromEntries(
    mutantStatuses.map((name) => [name, sum((one) => one.status[name])]),
  ) as MutantCounts["status"];
  const byClass = Object.fromEntries(
    survivorClasses.map((name) => [name, sum((one) => one.byClass[name])]),
  ) as MutantCounts["byClass"];
  return {
    ...{ status, byClass, score: mutationScore(status) },
    ...{ total: sum(({ total }) => total), notRun: sum(({ notRun }) => notRun) },
  };
}
