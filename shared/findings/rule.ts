import type { Finding, Location, Severity, SubTaskLocation } from "../domain/finding.ts";
import { inPhase } from "../domain/finding.ts";
import type { CheckedPhase } from "./checked-phase.ts";
import type { LintContext, TextContext } from "./context.ts";
import type { Topic } from "./topics.ts";

/** What a rule has to be given: the task's text; a parser of its SQL; its database; its tests run on answers, too. */
export type Needs = "text" | "sql" | "data" | "run";

/** A rule as people read it; texts may hold `code`. */
export interface Rule {
  /** How bad it is; where that depends, when it is each. */
  severity: Severity | Partial<Record<Severity, string>>;
  /** What is wrong. */
  meaning: string;
  /** What to do about it. */
  fix: string;
  /** What the one step does that its findings offer. */
  quickFix?: string;
}

type Rules = Record<string, Rule>;

/** A finding of one of these rules as it is reported: with a severity only where its rule has several. */
export type FindingOf<Known extends Rules, Where = Location> = {
  [Id in keyof Known & string]: Omit<Finding, "rule" | "severity" | "where"> & {
    rule: Id;
    where: Where;
  } & (Known[Id]["severity"] extends Severity
      ? { severity?: never }
      : { severity: keyof Known[Id]["severity"] & Severity });
}[keyof Known & string];

/** The same of a finding inside the phase that is checked. */
export type PhaseFindingOf<Known extends Rules> = FindingOf<Known, SubTaskLocation>;

/** Rules that share their evidence, by their ids. */
export function defineRules<const Known extends Rules>(rules: Known): Known {
  return rules;
}

interface Family<Known extends Rules> {
  topic: Topic;
  rules: Known;
}

/** Rules that the text of a task breaks. */
export function textFamily<Known extends Rules>(
  family: Family<Known> & { find(context: TextContext): Iterable<FindingOf<Known>> },
) {
  const find = (context: TextContext) => Array.from(family.find(context), completing(family));
  return { ...family, needs: "text" as const, find, findInText: find };
}

/** Rules about the SQL of a task; `findInText` says what it can as long as no parser is at hand. */
export function sqlFamily<Known extends Rules>(
  family: Family<Known> & {
    find(context: LintContext): Iterable<FindingOf<Known>>;
    findInText?(context: TextContext): Iterable<FindingOf<Known>>;
  },
) {
  return {
    ...family,
    needs: "sql" as const,
    find: (context: LintContext) => Array.from(family.find(context), completing(family)),
    findInText: (context: TextContext) => Array.from(family.findInText?.(context) ?? [], completing(family)),
  };
}

/**
 * Rules about what the gold does on its data ("data") or what tests say of answers ("run"). They are asked once the gold ran,
 * unless `evenIfGoldFails`. `about`: what they look at, in a few words, for `check-failed`. The state is put back for each.
 */
export function checkFamily<Known extends Rules>(
  family: Family<Known> & {
    needs: "data" | "run";
    about: string;
    evenIfGoldFails?: boolean;
    check(phase: CheckedPhase): AsyncIterable<PhaseFindingOf<Known>>;
  },
) {
  return {
    ...family,
    async *check(phase: CheckedPhase): AsyncGenerator<Finding> {
      for await (const found of family.check(phase))
        yield complete(family.rules, { ...found, where: inPhase(phase.part.phase, found.where) });
    },
  };
}

/** Rules that whoever reads files, lints or checks reports in its course. */
export function reportedFamily<Known extends Rules>(family: Family<Known> & { needs: Needs }) {
  return { ...family, finding: completing(family) };
}

function completing<Known extends Rules>({ rules }: Family<Known>) {
  return (found: FindingOf<Known>): Finding => complete(rules, found);
}

function complete(rules: Rules, found: Omit<Finding, "severity"> & { severity?: Severity }): Finding {
  const { rule, severity = rules[rule]?.severity as Severity, ...rest } = found;
  return { rule, severity, ...rest };
}
