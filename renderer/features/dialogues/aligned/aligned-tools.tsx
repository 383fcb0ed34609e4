import { ArrowDown, ArrowUp, Split } from "lucide-react";
import type { AlignedTurns } from "#shared/dialogue/align-dialogues.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { countText } from "../../../ui/time-text.ts";
import type { AlignedSteps } from "./use-aligned-steps.ts";

/** Where the dialogues part, and the way from one difference to the next. */
export function AlignedTools({ rows, steps }: { rows: readonly AlignedTurns[]; steps: AlignedSteps }) {
  const { divergence, toDivergence, stepDifference, row } = steps;
  const differing = rows.filter(({ agreement }) => agreement !== "same").length;
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 border-b bg-panel px-3 text-sm">
      <output className="min-w-0 flex-1 truncate">
        {divergence === null
          ? `All ${countText(rows.length, "row")} are the same`
          : `They first differ in row ${divergence + 1} of ${rows.length}; ${countText(differing, "row differs", "rows differ")}`}
        <span className="text-muted"> · row {row + 1}</span>
      </output>
      <Button size="sm" icon={Split} keys="d" disabled={divergence === null} onClick={toDivergence}>
        First divergence
      </Button>
      <IconButton
        size="sm"
        icon={ArrowDown}
        label="Next row that differs"
        keys="."
        disabled={divergence === null}
        onClick={() => stepDifference(1)}
      />
      <IconButton
        size="sm"
        icon={ArrowUp}
        label="Previous row that differs"
        keys=","
        disabled={divergence === null}
        onClick={() => stepDifference(-1)}
      />
    </div>
  );
}
