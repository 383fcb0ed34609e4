import { Check, CircleDot, type LucideIcon, X } from "lucide-react";
import type { VerdictLabel } from "#shared/domain/verdict-form.ts";

type Counting = Pick<VerdictLabel, "counts">;

/** The colour of a label's words: as it counts in figures. */
export const labelTone = (label: Counting | undefined): string =>
  label === undefined
    ? "text-muted"
    : label.counts === "right"
      ? "text-added"
      : label.counts === "wrong"
        ? "text-removed"
        : "text-warning";

/** What stands for a label: right, wrong, or neither. */
export const labelSign = ({ counts }: Counting): LucideIcon =>
  counts === "right" ? Check : counts === "wrong" ? X : CircleDot;

/** The sign of a label in its colour: right, wrong, or neither; `name` for those who do not see it, where no word is beside it. */
export function LabelIcon({ label, name, size = 14 }: { label: Counting; name?: string; size?: number }) {
  const Icon = labelSign(label);
  return (
    <Icon
      size={size}
      strokeWidth={2.5}
      className={labelTone(label)}
      aria-label={name}
      aria-hidden={name === undefined}
    />
  );
}
