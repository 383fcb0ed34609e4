import { z } from "zod";
import {
  certificateLetPass,
  type IgnoredMutant,
  type LetPass,
  type PersonalException,
} from "../certificate/let-pass.ts";
import type { InputProblem } from "../contract/errors.ts";
import { type Certificate, PropertyName } from "../domain/certificate.ts";
import { Location } from "../domain/finding.ts";
import { Phase } from "../domain/task.ts";
import { problemLimit } from "./bad-input.ts";
import { jsonValue } from "./json-text.ts";
import { shapeReason } from "./shape-reason.ts";

const said = { instance_id: z.string(), reason: z.string().min(1), name: z.string().min(1) };

const StatedFinding = z.strictObject({
  ...said,
  property: PropertyName,
  rule: z.string(),
  where: Location,
  /** What the message of the finding holds. */
  about: z.string().min(1),
});
type StatedFinding = z.infer<typeof StatedFinding>;

const StatedMutant = z.strictObject({
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
type StatedMutant = z.infer<typeof StatedMutant>;

/** What a person lets pass in the certificate of a task: a finding, or a mutant; with reason and name. */
export type StatedException = StatedFinding | StatedMutant;

/** One of a file, with its line (from 1). */
export interface StatedLine {
  row: number;
  stated: StatedException;
}

const fix =
  "Write a line for each finding or mutant that is let pass, with instance_id, reason and name (docs/certificate.md).";

/** Reads what persons let pass, a line of JSON each, and what of it is neither kind. */
export function readStatedExceptions(
  text: string,
  file: string,
): { lines: StatedLine[]; problems: InputProblem[] } {
  const lines: StatedLine[] = [];
  const problems: InputProblem[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "" || problems.length === problemLimit) continue;
    const read = readLine(line);
    const row = index + 1;
    if ("stated" in read) lines.push({ row, ...read });
    else problems.push({ file, row, ...read, fix });
  }
  return { lines, problems };
}

function readLine(line: string): Pick<StatedLine, "stated"> | Pick<InputProblem, "field" | "reason"> {
  let value: unknown;
  try {
    value = jsonValue(line);
  } catch {
    return { field: null, reason: "The line is not JSON." };
  }
  const isMutant = typeof value === "object" && value !== null && "operator" in value;
  const parsed = (isMutant ? StatedMutant : StatedFinding).safeParse(value);
  if (parsed.success) return { stated: parsed.data };
  const [issue] = parsed.error.issues;
  return { field: issue?.path.join(".") || null, reason: shapeReason(issue) };
}

/** The exception of a certificate that a line states; null where it states a mutant. */
export function statedFinding(one: StatedException): PersonalException | null {
  if (!("property" in one)) return null;
  const { property, rule, where, about, reason, name } = one;
  return { property, rule, where, about: [about], reason, name };
}

/** The mutant that a line leaves out of the score; null where it states a finding, or the gold has another text there. */
export function statedMutant(
  one: StatedException,
  goldOf: Parameters<typeof certificateLetPass>[1],
): IgnoredMutant | null {
  if ("property" in one) return null;
  const { phase, statement, from, changed, operator, replacement, reason, name } = one;
  const range = { from, to: from + changed.length };
  const gold = goldOf({ phase, statement });
  if (gold === undefined || gold.slice(range.from, range.to) !== changed) return null;
  return { phase, statement, range, operator, replacement, gold, reason, name };
}

/** Why a line lets nothing pass in any of the tasks that have its id. */
export function unfitReason(
  { instance_id: id }: StatedException,
  isThere: boolean,
): Omit<InputProblem, "file" | "row"> {
  if (!isThere)
    return {
      ...{ field: "instance_id", reason: `No task has the id ${id}.` },
      fix: "Correct the id, import the task first, or leave the line out.",
    };
  return {
    ...{ field: "changed", reason: `The gold of ${id} no longer has this text there.` },
    fix: "Certify the task and ignore the mutant again, or leave the line out.",
  };
}

/** A certificate with what persons let pass in it; `goldOf` gives the text that a mutant changes. */
export function withStatedExceptions(
  certificate: Certificate,
  stated: readonly StatedException[],
  goldOf: Parameters<typeof certificateLetPass>[1],
): Certificate {
  const own = stated.filter((line) => line.instance_id === certificate.instanceId);
  return certificateLetPass(certificate, goldOf, {
    exceptions: own.flatMap((one) => statedFinding(one) ?? []),
    ignored: own.flatMap((one) => statedMutant(one, goldOf) ?? []),
  });
}

/** What persons let pass in the certificate of a task, a line of JSON each. */
export function writeStatedExceptions(instanceId: string, { exceptions, ignored }: LetPass): string {
  const findings = exceptions.flatMap(({ property, rule, where, about, reason, name }) =>
    about.map(
      (words): StatedFinding => ({
        ...{ instance_id: instanceId, property, rule, where, about: words, reason, name },
      }),
    ),
  );
  const mutants = ignored.map(
    ({ phase, statement, range: { from, to }, gold, operator, replacement, reason, name }): StatedMutant => ({
      ...{ instance_id: instanceId, phase, statement, from, changed: gold.slice(from, to) },
      ...{ operator, replacement, reason, name },
    }),
  );
  return [...mutants, ...findings].map((one) => `${JSON.stringify(one)}\n`).join("");
}
