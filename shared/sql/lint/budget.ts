import type { Finding } from "../../domain/finding.ts";
import { clarificationsNeeded, isClear } from "../../domain/task.ts";
import { type LintContext, quoted } from "./lint-context.ts";

/**
 * budget-without-ambiguity, budget-misses-mask: turns are critical and knowledge ambiguities plus patience (rule A5), so a
 * task without any grants none, and a masked ambiguity of another kind has to be asked about but is not counted.
 */
export function budgetFindings({ task }: LintContext): Finding[] {
  if (isClear(task)) return [];
  const findings: Finding[] = [];
  if (clarificationsNeeded(task) === 0)
    findings.push({
      rule: "budget-without-ambiguity",
      severity: "warning",
      where: { kind: "task" },
      message:
        "The task has an ambiguous question but no critical or knowledge ambiguity, so nothing must be asked and the budget is patience alone. Name what the question leaves open.",
    });
  for (const [index, { kind, isMask, term }] of task.ambiguities.entries())
    if (kind === "non-critical" && isMask === true)
      findings.push({
        rule: "budget-misses-mask",
        severity: "warning",
        where: { kind: "ambiguity", index },
        message: `The snippet of ${quoted(term)} is masked, but non-critical ambiguities are not counted in the budget: the system must ask and has no turn for it. Unmask it, or make it critical.`,
      });
  return findings;
}
