import type { CertificateException, PropertyResult, SurvivorEvidence } from "../domain/certificate.ts";
import type { Finding } from "../domain/finding.ts";
import type { Reading } from "../domain/reading.ts";
import type { MutationTopic } from "../sql/mutate/operator.ts";
import { mutationOperators } from "../sql/mutate/registry.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import { quoted } from "../text/quoted.ts";
import { judged } from "./verdict.ts";

/** An ambiguity needs so many other readings that fail the tests. */
const leastReadings = 3;

/**
 * What became of the gold with another reading in it: the tests catch it; it proves nothing, as it does not run or returns
 * no rows ("vacuous"); or it passes, and why.
 */
export interface TriedReading {
  reading: Reading;
  outcome: "caught" | "vacuous" | "passes";
  reason: string | null;
  survivor: SurvivorEvidence | null;
}

/** The readings of an ambiguity that were tried; `mayHaveMore`: not all that the operators can make. */
export interface TriedAmbiguity {
  tried: TriedReading[];
  mayHaveMore: boolean;
}

/** Two ambiguities (0-based) whose wrong readings pass together although one of them alone fails. */
export interface CancellingReadings {
  ambiguities: [number, number];
  readings: [Reading, Reading];
}

/** Whether each ambiguity has to be asked about: enough other readings, and none that the tests let pass for no good reason. */
export function necessary(
  context: ProvenanceContext,
  ambiguities: readonly TriedAmbiguity[],
  cancelling: readonly CancellingReadings[],
  found: readonly Finding[],
): PropertyResult {
  const all = ambiguities.flatMap(({ tried }) => tried);
  const count = (outcome: TriedReading["outcome"]) => all.filter((one) => one.outcome === outcome).length;
  const equivalent = all.filter(({ outcome, survivor }) => outcome === "passes" && isNoReading(survivor));
  const judgements = ambiguities.map((one, index) => ofAmbiguity(context, index, one));
  return judged(
    [...found, ...judgements.flatMap(({ findings }) => findings), ...cancelling.map(cancelled)],
    {
      ...{ ambiguities: ambiguities.length, readings: all.length, caught: count("caught") },
      ...{
        vacuous: count("vacuous"),
        passing: count("passes") - equivalent.length,
        cancelling: cancelling.length,
      },
      equivalent: equivalent.length,
      notReviewed: all.filter(({ reading }) => reading.status === "proposed").length,
    },
    judgements.flatMap(({ exceptions }) => exceptions),
  );
}

function ofAmbiguity(
  { task }: ProvenanceContext,
  index: number,
  { tried, mayHaveMore }: TriedAmbiguity,
): { findings: Finding[]; exceptions: CertificateException[] } {
  const where = { kind: "ambiguity", index } as const;
  const name = `ambiguity ${index + 1} (${quoted(task.ambiguities[index]?.term ?? "")})`;
  const caught = tried.filter(({ outcome }) => outcome === "caught").length;
  const passing = tried.filter(({ outcome, survivor }) => outcome === "passes" && !isNoReading(survivor));
  const findings: Finding[] = [];
  const exceptions: CertificateException[] = [];
  for (const { reading, survivor, reason } of passing) {
    const said = `The reading ${quoted(reading.sql)} of ${name} passes the tests`;
    if (survivor !== null && isExcused(survivor))
      exceptions.push({
        rule: survivor.rule,
        where,
        reason: `${said}: ${survivor.summary}`,
        name: "automatic",
      });
    else
      findings.push({
        rule: "reading-passes",
        severity: "error",
        where,
        message: `${said}${survivor === null ? "" : `: ${survivor.summary}`}. Reject the reading if nobody could mean it, or write a test that catches it.`,
        evidence: { kind: "sql", sql: reading.sql },
        ...(reason !== null && { fix: { description: reason } }),
      });
  }
  const typical = typicalThatPasses(task.ambiguities[index]?.type ?? "", tried);
  if (typical !== null) findings.push(typicalPasses(where, name, typical));
  // What the data does not show has not been shown to need a question.
  const isExcepted =
    passing.length > 0 && passing.every(({ survivor }) => survivor?.class === "evaluator-blind");
  if (caught === 0 && !isExcepted)
    findings.push(tooFew(where, name, "no other reading that runs fails the tests"));
  else if (caught < leastReadings && mayHaveMore)
    findings.push(tooFew(where, name, `only ${caught} other readings that run fail the tests`));
  else if (caught < leastReadings)
    exceptions.push({
      ...{ rule: "no-more-readings", where, name: "automatic" },
      reason: `${capital(name)} has ${caught} instead of ${leastReadings} readings that fail the tests: no operator makes another one of its snippet.`,
    });
  return { findings, exceptions };
}

/** What somebody means who reads a detail of this type otherwise. */
const typicalTopics: Readonly<Record<string, readonly MutationTopic[]>> = {
  join_ambiguity: ["join"],
  distinct_ambiguity: ["duplicates"],
  null_ambiguity: ["missing-values"],
  null_value_ambiguity: ["missing-values"],
  rank_ambiguity: ["rank"],
  divide_by_zero_ambiguity: ["zero"],
};

/** The first reading that changes what the type of an ambiguity is about, where it runs and gives what the gold gives; else null. */
function typicalThatPasses(type: string, tried: readonly TriedReading[]): TriedReading | null {
  const topics = typicalTopics[type] ?? [];
  const typical = tried.find(
    ({ reading, outcome }) =>
      outcome !== "vacuous" &&
      mutationOperators.some(({ id, topic }) => id === reading.operator && topics.includes(topic)),
  );
  const isSame = typical?.survivor?.class === "equivalent" || typical?.survivor?.class === "data-blind";
  return typical !== undefined && isSame ? typical : null;
}

function typicalPasses(where: Finding["where"], name: string, { reading, survivor }: TriedReading): Finding {
  return {
    rule: "typical-reading-passes",
    severity: "error",
    where,
    message: `Who reads ${name} the other way, as its type says, gets what the gold gives: ${quoted(reading.sql)} (${survivor?.summary ?? "the same"}). Choose a detail that makes a difference on this data.`,
    evidence: { kind: "sql", sql: reading.sql },
  };
}

/** What means the same as the gold is no other reading. */
function isNoReading(survivor: SurvivorEvidence | null): boolean {
  return survivor?.class === "equivalent";
}

/** What neither the evaluator nor the data can show is not for the test to catch. */
function isExcused(survivor: SurvivorEvidence): boolean {
  return survivor.class === "evaluator-blind" || survivor.class === "data-blind";
}

function tooFew(where: Finding["where"], name: string, what: string): Finding {
  return {
    rule: "too-few-readings",
    severity: "error",
    where,
    message: `Of ${name} ${what}, and ${leastReadings} are needed to show that somebody has to ask. Write down what else its words could mean, in SQL.`,
  };
}

function cancelled({ ambiguities, readings }: CancellingReadings): Finding {
  const [one, other] = ambiguities;
  return {
    rule: "readings-cancel-out",
    severity: "error",
    where: { kind: "ambiguity", index: one },
    message: `The readings ${quoted(readings[0].sql)} of ambiguity ${one + 1} and ${quoted(readings[1].sql)} of ambiguity ${other + 1} pass the tests together. Write a test that tells them from the gold.`,
    evidence: { kind: "sql", sql: readings.map(({ sql }) => sql).join("\n") },
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
