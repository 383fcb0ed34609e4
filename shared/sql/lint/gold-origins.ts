import type { Finding } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import { provenanceOf } from "../provenance/provenance.ts";
import { provenanceFindings } from "../provenance/provenance-findings.ts";
import type { LintContext } from "./lint-context.ts";

/** Longer golds (UTF-16 units) are not traced at every save. */
const longestGold = 100_000;

/** gold-from-nowhere: parts that no system can know, asked where all is at hand that systems are told (SPEC O5, O7). */
export function goldOriginFindings(context: LintContext): Finding[] {
  const { task, gold, database = null, knowledge } = context;
  const { followUp } = task;
  const needsKnowledge = task.knowledgeIds.length + (followUp?.knowledgeIds.length ?? 0) > 0;
  if (database === null || (knowledge === null && needsKnowledge)) return [];
  const asked: Record<Phase, string> = {
    1: task.ambiguousQuestion ?? task.clearQuestion ?? "",
    2: followUp?.question ?? "",
  };
  const traced = ([1, 2] as const).flatMap((phase) => {
    const length = [...gold[1], ...gold[phase]].reduce((sum, { sql }) => sum + sql.length, 0);
    const isTraced = asked[phase].trim() !== "" && length <= longestGold;
    return isTraced ? provenanceOf({ ...context, ...database }, phase) : [];
  });
  return provenanceFindings({ ...context, ...database }, traced);
}
