import { z } from "zod";
import { certificateLetPass, type LetPass } from "../certificate/let-pass.ts";
import { type Certificate, PropertyName } from "../domain/certificate.ts";
import { Location } from "../domain/finding.ts";
import { Phase } from "../domain/task.ts";
import { BadInput } from "./bad-input.ts";

const said = { instance_id: z.string(), reason: z.string().min(1), name: z.string().min(1) };

const ExceptedFinding = z.strictObject({
  ...said,
  property: PropertyName,
  rule: z.string(),
  where: Location,
  /** What the message of the finding holds. */
  about: z.string().min(1),
});

const IgnoredMutant = z.strictObject({
  ...said,
  phase: Phase,
  /** Index of the text of the gold, and where the mutant changes it. */
  statement: z.number().int().nonnegative(),
  from: z.number().int().nonnegative(),
  /** What stands there in the gold; where it is another text, the line does not hold. */
  changed: z.string(),
  operator: z.string(),
  replacement: z.string(),
});

/** What a person lets pass in the certificate of a task: a finding, or a mutant; with reason and name. */
type StatedException = z.infer<typeof ExceptedFinding> | z.infer<typeof IgnoredMutant>;

const fix =
  "Write a line for each finding or mutant that is let pass, with instance_id, reason and name (docs/certificate.md).";

/** Reads what persons let pass, a line of JSON each. Throws `BadInput` at the first line that is neither kind. */
export function readStatedExceptions(text: string, file: string): StatedException[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const problem = (field: string | null, reason: string) =>
      new BadInput([{ file, row: index + 1, field, reason, fix }]);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw problem(null, "The line is not JSON.");
    }
    const isMutant = typeof value === "object" && value !== null && "operator" in value;
    const parsed = (isMutant ? IgnoredMutant : ExceptedFinding).safeParse(value);
    if (parsed.success) return [parsed.data];
    const [issue] = parsed.error.issues;
    throw problem(issue?.path.join(".") || null, `${issue?.message}.`);
  });
}

/** A certificate with what persons let pass in it; `goldOf` gives the text that a mutant changes. */
export function withStatedExceptions(
  certificate: Certificate,
  stated: readonly StatedException[],
  goldOf: Parameters<typeof certificateLetPass>[1],
): Certificate {
  const letPass: { [Kind in keyof LetPass]: LetPass[Kind][number][] } = { exceptions: [], ignored: [] };
  for (const one of stated.filter((line) => line.instance_id === certificate.instanceId)) {
    const { reason, name } = one;
    if ("property" in one) {
      const { property, rule, where, about } = one;
      const { findings } = certificate.properties[property];
      const messages = findings.map(({ message }) => message).filter((message) => message.includes(about));
      letPass.exceptions.push({ property, rule, where, reason, name, messages });
      continue;
    }
    const { phase, statement, from, changed, operator, replacement } = one;
    const range = { from, to: from + changed.length };
    const gold = goldOf({ phase, statement });
    if (gold?.slice(range.from, range.to) === changed)
      letPass.ignored.push({ phase, statement, range, operator, replacement, gold, reason, name });
  }
  return certificateLetPass(certificate, goldOf, letPass);
}
