import type { DialogueView } from "#shared/contract/dialogues.ts";
import { actionText } from "#shared/dialogue/action-text.ts";
import type { DialogueTurn } from "#shared/domain/dialogue.ts";
import { PassedSign } from "../../../results/passed-sign.tsx";
import { classes } from "../../../ui/classes.ts";
import { AmbiguityBadge, SystemActionChip } from "../dialogue/action-chips.tsx";
import { simulatorActionWords } from "../dialogue-words.ts";

interface AlignedCellProps {
  turn: DialogueTurn | null;
  task: DialogueView["task"];
  isCurrent: boolean;
  onChoose(): void;
}

/** One turn in its row: what was done and what came of it, in two lines; hatched where the dialogue has none. */
export function AlignedCell({ turn, task, isCurrent, onChoose }: AlignedCellProps) {
  const frame = classes(
    "min-w-0 overflow-hidden border-l px-2 py-1",
    isCurrent && "outline-2 -outline-offset-2 outline-accent",
  );
  if (turn === null)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys walk the cells.
      <td onClick={onChoose} className={classes(frame, "bg-sunken text-sm text-faint")}>
        no such turn
      </td>
    );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys walk the cells.
    <td onClick={onChoose} className={frame}>
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="text-sm text-muted">{turn.turn}</span>
        <SystemActionChip turn={turn} />
        {turn.answer?.actions.map((action, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the actions stand in the order of the questions.
          <span key={at} className="inline-flex shrink-0 items-center gap-1 text-sm">
            {simulatorActionWords[action.kind].title}
            {action.kind === "AMB" && (
              <span title={task.ambiguities[action.ambiguity]?.term}>
                <AmbiguityBadge index={action.ambiguity} />
              </span>
            )}
          </span>
        ))}
        {turn.passed !== null && <PassedSign passed={turn.passed} />}
      </span>
      <span className="block truncate text-sm">{oneLine(actionText(turn.action))}</span>
      <span className="block truncate text-sm text-muted">{oneLine(turn.observation)}</span>
    </td>
  );
}

/** The beginning of a text without its breaks; a cell shows no more. */
const oneLine = (text: string): string => text.slice(0, 300).replace(/\s+/g, " ");
