import { actionText } from "#shared/dialogue/action-text.ts";
import type { AlignedTurns } from "#shared/dialogue/align-dialogues.ts";
import type { ShownTurn } from "#shared/domain/dialogue.ts";
import { useObservation } from "../../../data/dialogues.ts";
import { sqlOfTurn } from "../dialogue/turn-texts.ts";
import type { AlignedColumn } from "./aligned-column.ts";

/** The turns of one row whole, each below its dialogue. */
export function AlignedRowWhole({ columns, row }: { columns: readonly AlignedColumn[]; row: AlignedTurns }) {
  return (
    <section
      aria-label="The chosen row"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto"
    >
      <div
        className="grid min-h-full w-max min-w-full select-text"
        style={{ gridTemplateColumns: `3.5rem repeat(${columns.length}, minmax(12rem, 1fr))` }}
      >
        <span className="px-2 py-1.5 text-sm text-muted">whole</span>
        {columns.map(({ view }, at) => {
          const turn = row.turns[at] ?? null;
          return (
            <div key={view.dialogueId} className="flex min-w-0 flex-col gap-1.5 border-l px-2 py-1.5">
              {turn === null ? (
                <p className="text-faint">This dialogue has no such turn.</p>
              ) : (
                <>
                  <p
                    className={`break-words whitespace-pre-wrap ${sqlOfTurn(turn) === null ? "" : "rounded-sm bg-sunken px-2 py-1 font-mono text-sm"}`}
                  >
                    {actionText(turn.action)}
                  </p>
                  <WholeObservation dialogueId={view.dialogueId} turn={turn} />
                </>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function WholeObservation({ dialogueId, turn }: { dialogueId: number; turn: ShownTurn }) {
  const { data, isLoading } = useObservation(dialogueId, turn, true);
  const { observation, rest } = turn;
  const isWhole = rest === undefined || data !== undefined;
  return (
    <p className="break-words whitespace-pre-wrap text-muted" aria-busy={isLoading}>
      {isWhole ? (data?.text ?? observation) : `${observation}…`}
    </p>
  );
}
