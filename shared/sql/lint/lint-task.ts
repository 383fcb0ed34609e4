import type { Finding } from "../../domain/finding.ts";
import { taskKnowledgeFindings } from "../../domain/knowledge-findings.ts";
import type { Task } from "../../domain/task.ts";
import { taskFindings } from "../../domain/task-findings.ts";
import { budgetFindings } from "./budget.ts";
import { followUpFindings } from "./follow-up.ts";
import { goldOriginFindings } from "./gold-origins.ts";
import { goldSyntaxFindings } from "./gold-syntax.ts";
import { knowledgeUseFindings } from "./knowledge-use.ts";
import { leakFindings } from "./leaks.ts";
import { type LintContext, type LintOptions, lintContext } from "./lint-context.ts";
import { sharedNodeFindings } from "./shared-nodes.ts";
import { snippetFindings } from "./snippet-nodes.ts";
import { testSyntaxFindings } from "./test-syntax.ts";

/** Every rule that reads the text of a task with its SQL; each is documented in docs/findings.md. */
const rules: readonly ((context: LintContext) => Finding[])[] = [
  goldSyntaxFindings,
  testSyntaxFindings,
  snippetFindings,
  sharedNodeFindings,
  knowledgeUseFindings,
  goldOriginFindings,
  followUpFindings,
  leakFindings,
  budgetFindings,
];

/** Rules that compare texts letter by letter, where the trees of the SQL know better. */
const superseded = new Set(["snippet-not-in-gold-text", "follow-up-repeats-phase-1"]);

/**
 * Lints the text of a task: what its import found (`known`, by default what the task alone
 * tells), what its knowledge base tells, and what its SQL tells. Needs no database; well under 50 ms.
 */
export function lintTask(
  task: Task,
  options: LintOptions,
  known: readonly Finding[] = taskFindings(task),
): Finding[] {
  const context = lintContext(task, options);
  const found = rules.flatMap((rule) => rule(context));
  const own = found.filter((finding) => !isHalfTyped(finding, found));
  const ofKnowledge = options.knowledge === null ? [] : taskKnowledgeFindings(task, options.knowledge.graph);
  const kept = known.filter((finding) => !superseded.has(finding.rule) && !isExplained(finding, own));
  return [...kept, ...ofKnowledge, ...own];
}

/** What stands in a gold that is no SQL yet is not asked for where it comes from. */
function isHalfTyped({ rule, where }: Finding, all: readonly Finding[]): boolean {
  if (rule !== "gold-from-nowhere") return false;
  return all.some((other) => other.rule === "gold-not-parsed" && other.where.kind === where.kind);
}

/** A test that Python cannot take apart defines nothing, for that reason. */
function isExplained({ rule, where }: Finding, own: readonly Finding[]): boolean {
  if (rule !== "test-defines-no-test-case") return false;
  return own.some((other) => other.rule === "test-not-python" && testOf(other.where) === testOf(where));
}

function testOf(where: Finding["where"]): string {
  const place = where.kind === "follow-up" ? where.inside : where;
  return `${where.kind}:${place?.kind === "test" ? place.index : ""}`;
}
