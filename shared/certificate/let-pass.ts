import type {
  Certificate,
  CertificateException,
  MutantResult,
  PropertyName,
  PropertyResult,
} from "../domain/certificate.ts";
import type { Finding } from "../domain/finding.ts";
import type { Task } from "../domain/task.ts";
import { fieldsInOrder } from "./fields-in-order.ts";
import { guarded, isOfMutant } from "./guarded.ts";
import { mutantCounts } from "./mutant-score.ts";
import { certificateVerdict } from "./verdict.ts";

/** What a person lets pass of a property: what the rule reports there with some of these words (`about`), and nothing else. */
export interface PersonalException extends CertificateException {
  property: PropertyName;
  about: readonly string[];
}

/** A mutant that a person leaves out of the score. */
export interface IgnoredMutant
  extends Pick<MutantResult, "phase" | "statement" | "range" | "operator" | "replacement"> {
  /** The text of the gold that it changes; for another text it does not hold. */
  gold: string;
  reason: string;
  name: string;
}

/** What persons let pass in the certificate of a task. */
export interface LetPass {
  exceptions: readonly PersonalException[];
  ignored: readonly IgnoredMutant[];
}

/** A property with what persons let pass in it: those findings are shown beside it, and count no more. */
export function propertyLetPass(
  name: PropertyName,
  result: PropertyResult,
  exceptions: readonly PersonalException[],
): PropertyResult {
  const own = exceptions.filter(({ property }) => property === name);
  const used = new Set<PersonalException>();
  const findings = result.findings.map((finding): Finding => {
    const exception = own.find((one) => covers(one, finding));
    if (exception === undefined) return finding;
    used.add(exception);
    return { ...finding, severity: "info" };
  });
  if (used.size === 0) return result;
  const isMended = findings.every(({ severity }) => severity !== "error");
  const added = [...used].map(({ rule, where, reason, name }) => ({ rule, where, reason, name }));
  return {
    ...result,
    holds: result.holds === null ? null : isMended,
    findings,
    exceptions: [...result.exceptions, ...added],
  };
}

function covers({ rule, where, about }: PersonalException, finding: Finding): boolean {
  return (
    finding.severity === "error" &&
    finding.rule === rule &&
    fieldsInOrder(finding.where) === fieldsInOrder(where) &&
    about.some((words) => finding.message.includes(words))
  );
}

/** A certificate with what persons let pass: ignored mutants leave the score, and the verdict follows. */
export function certificateLetPass(
  certificate: Certificate,
  goldOf: (mutant: Pick<MutantResult, "phase" | "statement">) => string | undefined,
  { exceptions, ignored }: LetPass,
): Certificate {
  const heeded = withoutIgnored(certificate, goldOf, ignored);
  const properties = Object.fromEntries(
    Object.entries(heeded.properties).map(([name, result]) => [
      name,
      propertyLetPass(name as PropertyName, result, exceptions),
    ]),
  ) as Certificate["properties"];
  return { ...heeded, properties, verdict: certificateVerdict(properties) };
}

function withoutIgnored(
  certificate: Certificate,
  goldOf: (mutant: Pick<MutantResult, "phase" | "statement">) => string | undefined,
  ignored: readonly IgnoredMutant[],
): Certificate {
  const valid = new Map(
    ignored.filter((one) => goldOf(one) === one.gold).map((one) => [mutantText(one), one]),
  );
  if (valid.size === 0) return certificate;
  const mutants = certificate.mutants.map((mutant): MutantResult => {
    const one = valid.get(mutantText(mutant));
    return one === undefined
      ? mutant
      : { ...mutant, status: "ignored", reason: `${one.name}: ${one.reason}`, survivor: null };
  });
  const counts = mutantCounts(mutants, certificate.counts.notRun);
  const { guarded: before } = certificate.properties;
  const others = before.findings.filter((finding) => !isOfMutant(finding));
  const after = before.holds === null ? before : guarded(mutants, counts, others);
  return { ...certificate, mutants, counts, properties: { ...certificate.properties, guarded: after } };
}

/** What tells a mutant of a task from its others, as one text. */
export function mutantText({
  phase,
  statement,
  range,
  operator,
  replacement,
}: Omit<IgnoredMutant, "gold" | "reason" | "name">): string {
  return JSON.stringify([phase, statement, range.from, range.to, operator, replacement]);
}

/** The text of a task's gold that a mutant changes; undefined where there is none any more. */
export function goldText(
  task: Task,
  { phase, statement }: Pick<MutantResult, "phase" | "statement">,
): string | undefined {
  return (phase === 1 ? task.goldSql : task.followUp?.goldSql)?.[statement];
}
