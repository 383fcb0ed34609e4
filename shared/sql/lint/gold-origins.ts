import type { Finding } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import { longestTraced, provenanceOf, tracedLength } from "../provenance/provenance.ts";
import { provenanceFindings } from "../provenance/provenance-findings.ts";
import type { LintContext } from "./lint-context.ts";

/** gold-from-nowhere: parts that no system can know, asked where all is at hand that systems are told (SPEC O5, O7). */
export function goldOriginFindings(context: LintContext): Finding[] {
  const { task, database = null, knowledge } = context;
  const { followUp } = task;
  const needsKnowledge = task.knowledgeIds.length + (followUp?.knowledgeIds.length ?? 0) > 0;
  if (database === null || (knowledge === null && needsKnowledge)) return [];
  const asked: Record<Phase, string> = {
    1: task.ambiguousQuestion ?? task.clearQuestion ?? "",
    2: followUp?.question ?? "",
  };
  const traced = ([1, 2] as const).flatMap((phase) => {
    const length = tracedLength({ 1: task.goldSql, 2: followUp?.goldSql ?? [] }, phase);
    if (asked[phase].trim() === "" || length > longestTraced) return [];
    return provenanceOf({ ...context, ...database }, phase);
  });
  return provenanceFindings({ ...context, ...database }, traced);
}
