import { CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Severity } from "#shared/domain/finding.ts";

const icons: Record<Severity, LucideIcon> = { error: CircleX, warning: TriangleAlert, info: Info };
const colours: Record<Severity, string> = {
  error: "text-error",
  warning: "text-warning",
  info: "text-accent",
};

/** The sign of a severity: its shape and its name say the same as its colour. */
export function SeverityIcon({ severity, size = 14 }: { severity: Severity; size?: number }) {
  const Icon = icons[severity];
  return (
    <Icon
      size={size}
      strokeWidth={2}
      role="img"
      aria-label={severity}
      className={`shrink-0 ${colours[severity]}`}
    />
  );
}
