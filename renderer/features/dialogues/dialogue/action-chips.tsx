import type { DialogueView } from "#shared/contract/dialogues.ts";
import type { DialogueTurn, SimulatorAction } from "#shared/domain/dialogue.ts";
import { ambiguityTag } from "../../../results/task/ambiguity-words.ts";
import { Chip } from "../../../ui/chip.tsx";
import { classes } from "../../../ui/classes.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { actionWords, refusalReasons, simulatorActionWords } from "../dialogue-words.ts";

/** What the system did in a turn. */
export function SystemActionChip({ turn: { action } }: { turn: DialogueTurn }) {
  return <Chip tone={action.kind === "submit" ? "accent" : "neutral"}>{actionWords[action.kind]}</Chip>;
}

/** What the user simulator decided to answer: AMB with its ambiguity, LOC, or UNA with its reason. */
export function SimulatorActionChip({
  action,
  task,
}: {
  action: SimulatorAction;
  task: DialogueView["task"];
}) {
  const { title, definition } = simulatorActionWords[action.kind];
  const tone = action.kind === "AMB" ? "added" : action.kind === "LOC" ? "changed" : "warning";
  return (
    <span className="inline-flex max-w-full items-center gap-1 [&>.tag-badge]:self-center">
      <Chip tone={tone} definition={definition}>
        {title}
      </Chip>
      {action.kind === "AMB" && (
        <>
          <AmbiguityBadge index={action.ambiguity} />
          <span className="truncate text-sm text-muted">{task.ambiguities[action.ambiguity]?.term}</span>
        </>
      )}
      {action.kind === "UNA" && (
        <span className="truncate text-sm text-muted">{refusalReasons[action.reason]}</span>
      )}
    </span>
  );
}

/** The number of an ambiguity in its hue. */
export function AmbiguityBadge({ index }: { index: number }) {
  const { label, hue } = ambiguityTag(index);
  return <span className={`tag-badge tag-${hue} shrink-0 self-start`}>{label}</span>;
}

interface BudgetMeterProps {
  /** Turns or coins: their name, how many there were, and how many are left. */
  noun: string;
  total: number;
  left: number;
}

/** How much of the turns or coins is used up. */
export function BudgetMeter({ noun, total, left }: BudgetMeterProps) {
  const used = total - left;
  const words = `${amountText(used)} of ${amountText(total)} ${noun} used`;
  return (
    <Tooltip content={words}>
      <span className="inline-flex shrink-0 items-center gap-2 text-sm">
        {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element in looks of their own. */}
        <span
          role="meter"
          aria-label={words}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={used}
          className="flex h-2 w-24 overflow-hidden rounded-sm bg-line"
        >
          <span
            className={classes("h-full", left < 0 ? "bg-error-solid" : "bg-accent-fill")}
            style={{ width: `${total > 0 ? Math.min(100, (100 * used) / total) : 0}%` }}
          />
        </span>
        <span className="text-muted">
          budget {amountText(used)}/{amountText(total)} {noun}
        </span>
      </span>
    </Tooltip>
  );
}

/** Turns and coins with as many decimals as they have: coins come in halves. */
export const amountText = (amount: number): string => String(Math.round(amount * 100) / 100);
