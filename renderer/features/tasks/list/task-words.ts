import type { LastRun, TaskFilter, TaskSort } from "#shared/contract/task-list.ts";
import { engineFacts } from "#shared/domain/engine.ts";
import type { Severity } from "#shared/domain/finding.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import { type ChipWords, chipsOf, type FilterChip } from "../../../ui/filters.ts";
import { countText } from "../../../ui/time-text.ts";

export const findingsNames: Record<NonNullable<TaskFilter["findings"]>, string> = {
  error: "with errors",
  warning: "with warnings",
  any: "with any finding",
  none: "without findings",
};

export const lastRunNames: Record<NonNullable<TaskFilter["lastRun"]>, string> = {
  passed: "passed as shipped",
  failed: "failed as shipped",
  differs: "shipped and fixed differ",
  none: "not run",
};

export const taskStatusNames: Record<TaskStatus, string> = {
  draft: "draft",
  "in-check": "submitted",
  accepted: "accepted",
  rejected: "rejected",
};

export const sortNames: Record<TaskSort["by"], string> = {
  file: "File order",
  id: "Id",
  database: "Database",
  findings: "Findings",
  "last-run": "Last run",
  ambiguities: "Ambiguities",
  status: "Status",
  assignee: "Assignee",
};

/** A type of the taxonomy as it is read: "schema_linking_ambiguity" is "schema linking". */
export const typeText = (type: string): string => type.replace(/_ambiguity$/, "").replaceAll("_", " ");

const words: ChipWords<TaskFilter> = {
  database: (database) => ["database", database],
  category: (category) => ["category", category],
  tier: (tier) => ["tier", tier],
  ambiguityType: (type) => ["ambiguity", typeText(type)],
  followUpType: (type) => ["follow-up", typeText(type)],
  findings: (findings) => ["findings", findingsNames[findings]],
  rule: (rule) => ["rule", rule],
  lastRun: (lastRun) => ["last run", lastRunNames[lastRun]],
  status: (status) => ["status", taskStatusNames[status]],
  assignee: (assignee) => ["assignee", assignee || "nobody"],
};

/** The filter of the list as chips. */
export const taskChips = (filter: TaskFilter): FilterChip<TaskFilter>[] => chipsOf(filter, words);

/** The two verdicts on a run as a whole: it passes where every phase does. */
export function runVerdicts({ phases }: Pick<LastRun, "phases">): { shipped: boolean; fixed: boolean } {
  return {
    shipped: phases.length > 0 && phases.every(({ passed }) => passed),
    fixed: phases.length > 0 && phases.every(({ passedFixed }) => passedFixed),
  };
}

/** A run in full: "as shipped: phase 1 passed, phase 2 failed; fixed: passed, passed · conv on PGlite". */
export function runText({ phases, profile, engine, isCurrent }: LastRun): string {
  const resultText = (key: "passed" | "passedFixed"): string =>
    phases.map((phase) => `phase ${phase.phase} ${phase[key] ? "passed" : "failed"}`).join(", ") ||
    "no phase was reached";
  const stale = isCurrent ? "" : " · before the latest edit";
  return `as shipped: ${resultText("passed")}; fixed: ${resultText("passedFixed")} · ${profile} on ${engineFacts[engine].label}${stale}`;
}

const severityNames: Record<Severity, [string, string]> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  info: ["note", "notes"],
};

/** How many findings there are, in words: "2 errors". */
export const severityText = (severity: Severity, count: number): string =>
  countText(count, ...severityNames[severity]);
