import type { Severity } from "#shared/domain/finding.ts";
import { SeverityIcon } from "./severity-icon.tsx";

/** How many findings of each severity there are; severities without any are left out. */
export function SeverityBadges({ counts }: { counts: Record<Severity, number> }) {
  return (["error", "warning", "info"] as const).map((severity) =>
    counts[severity] === 0 ? null : (
      <span key={severity} className="inline-flex items-center gap-0.5 text-sm">
        <SeverityIcon severity={severity} size={12} />
        {counts[severity]}
      </span>
    ),
  );
}
