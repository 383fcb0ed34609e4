import type { StoredFinding } from "#shared/contract/tasks.ts";
import type { Finding, Severity } from "#shared/domain/finding.ts";

/** A finding as a line of the list; `isNew`: reported by the run under way, not stored yet. */
export interface ShownFinding {
  /** The same as long as the finding says the same of the same location. */
  key: string;
  finding: Finding;
  origin: StoredFinding["origin"];
  isCurrent: boolean;
  isNew: boolean;
}

const rank: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** What is stored, errors first, and below it what a run has reported meanwhile: nothing moves while findings arrive. */
export function shownFindings(
  stored: readonly Omit<StoredFinding, "at">[],
  reported: readonly Finding[],
): ShownFinding[] {
  const sorted = [...stored].sort((a, b) => rank[a.finding.severity] - rank[b.finding.severity]);
  const shown: ShownFinding[] = [];
  const keys = new Set<string>();
  const add = (finding: Finding, rest: Omit<ShownFinding, "key" | "finding">) => {
    const key = keyOf(finding);
    if (keys.has(key)) return;
    keys.add(key);
    shown.push({ key, finding, ...rest });
  };
  for (const { finding, origin, isCurrent } of sorted) add(finding, { origin, isCurrent, isNew: false });
  for (const finding of reported) add(finding, { origin: "check", isCurrent: true, isNew: true });
  return shown;
}

function keyOf({ rule, where, message }: Finding): string {
  return JSON.stringify([rule, where, message]);
}

/** How many there are of each severity. */
export function severityCounts(findings: readonly { finding: Finding }[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { finding } of findings) counts[finding.severity] += 1;
  return counts;
}

/** The worst severity of some findings; null where there are none. */
export function worstSeverity(findings: readonly { finding: Finding }[]): Severity | null {
  return (
    (["error", "warning", "info"] as const).find((severity) =>
      findings.some(({ finding }) => finding.severity === severity),
    ) ?? null
  );
}
