import type { Ambiguity } from "../../domain/ambiguity.ts";
import type { Finding } from "../../domain/finding.ts";
import type { LintContext } from "./lint-context.ts";
import { quoted } from "./lint-context.ts";

/**
 * ambiguities-share-node: two ambiguities are clarified by one and the same node. A critical ambiguity of type
 * knowledge_linking and the knowledge ambiguity that it leads to share theirs on purpose.
 */
export function sharedNodeFindings({ task, places }: LintContext): Finding[] {
  const first = new Map<string, number>();
  const findings: Finding[] = [];
  for (const [index, ambiguity] of task.ambiguities.entries()) {
    const [match, ...others] = places[index]?.matches ?? [];
    if (match === undefined || others.length > 0 || match.shape === "part") continue;
    const { from, to } = match.anchor.range;
    const key = `${match.statement}:${from}:${to}:${roleOf(ambiguity)}`;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      continue;
    }
    const other = task.ambiguities[earlier] as Ambiguity;
    findings.push({
      rule: "ambiguities-share-node",
      severity: "warning",
      where: { kind: "ambiguity", index },
      message: `${quoted(ambiguity.term)} and ${quoted(other.term)} have the same snippet of the gold, so one answer clarifies both. Merge them, or give each its own part.`,
      evidence: { kind: "sql", sql: ambiguity.sqlSnippet },
    });
  }
  return findings;
}

/** The words and the knowledge behind them are clarified by the same part of the gold, once each. */
function roleOf({ kind }: Ambiguity): "words" | "knowledge" {
  return kind === "knowledge" ? "knowledge" : "words";
}
