import { Check, Minus, X } from "lucide-react";
import type { JudgeLabel } from "#shared/domain/judge-label.ts";
import { Chip } from "../../../../ui/chip.tsx";

/** What judges say of the item, in one line; they are no opinions. */
export function JudgeLine({ judges }: { judges: readonly JudgeLabel[] }) {
  if (judges.length === 0) return null;
  return (
    <section
      aria-label="Judges"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b bg-panel px-3 py-1 text-sm"
    >
      {judges.map(({ judge, score, goldX, ambQ }) => (
        <span key={judge} className="flex items-center gap-1.5">
          <span className="text-muted">{judge}</span>
          <Chip
            tone={score === null ? "neutral" : score ? "added" : "removed"}
            icon={score === null ? Minus : score ? Check : X}
          >
            {score === null ? "no verdict" : score ? "right" : "wrong"}
          </Chip>
          {goldX === true && <Chip tone="warning">gold wrong</Chip>}
          {ambQ === true && <Chip tone="warning">ambiguous question</Chip>}
        </span>
      ))}
    </section>
  );
}
