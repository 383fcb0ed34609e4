import type { Finding } from "../domain/finding.ts";
import type { Task } from "../domain/task.ts";
import { type LintOptions, lintContext, type TextContext } from "./context.ts";
import { families } from "./registry.ts";

const linted = families.filter((family) => "find" in family);
const ownRules = new Set(linted.flatMap(({ rules }) => Object.keys(rules)));

/** What the text of a task shows by itself, without a parser: found where tasks are read. Keeps no task from being imported. */
export function textFindings(context: TextContext): Finding[] {
  return linted.flatMap(({ findInText }) => findInText(context));
}

/**
 * Lints a task: what its reading found of how its row is written (`known`), and what its text, its SQL and its knowledge break.
 * Needs no database; well under 50 ms.
 */
export function lintTask(task: Task, options: LintOptions, known: readonly Finding[] = []): Finding[] {
  const context = lintContext(task, options);
  return [...withoutText(known), ...linted.flatMap(({ find }) => find(context))];
}

/** The findings that are not the lint's own: it asks its own again. */
export function withoutText(known: readonly Finding[]): Finding[] {
  return known.filter(({ rule }) => !ownRules.has(rule));
}
