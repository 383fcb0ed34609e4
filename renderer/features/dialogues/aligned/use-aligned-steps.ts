import { useState } from "react";
import { type AlignedTurns, firstDivergence } from "#shared/dialogue/align-dialogues.ts";
import { command, useCommands } from "../../../ui/commands.ts";
import type { AlignedColumn } from "./aligned-column.ts";

/** Where one stands among aligned dialogues. */
export interface AlignedSteps {
  row: number;
  column: number;
  setCell(row: number, column: number): void;
  /** The first row in which the dialogues part; null where they never do. */
  divergence: number | null;
  toDivergence(): void;
  /** To the next row that is not the same in all, or the one before. */
  stepDifference(step: 1 | -1): void;
}

/** Walks the rows and columns by key; it begins where the dialogues part. */
export function useAlignedSteps(
  rows: readonly AlignedTurns[],
  columns: readonly AlignedColumn[],
  onDialogue: (dialogueId: number) => void,
): AlignedSteps {
  const divergence = firstDivergence(rows);
  const [cell, setState] = useState({ row: divergence ?? 0, column: 0 });
  const { row, column } = cell;
  const setCell = (nextRow: number, nextColumn: number): void =>
    setState({
      row: Math.max(0, Math.min(nextRow, rows.length - 1)),
      column: Math.max(0, Math.min(nextColumn, columns.length - 1)),
    });
  const differs = ({ agreement }: AlignedTurns): boolean => agreement !== "same";
  const stepDifference = (step: 1 | -1): void => {
    const next =
      step === 1
        ? rows.findIndex((one, at) => at > row && differs(one))
        : rows.findLastIndex((one, at) => at < row && differs(one));
    if (next >= 0) setCell(next, column);
  };
  const toDivergence = (): void => setCell(divergence ?? 0, column);
  const openColumn = (): void => {
    const chosen = columns[column];
    if (chosen !== undefined) onDialogue(chosen.view.dialogueId);
  };
  const way = (id: string, title: string, keys: string[], run: () => void) =>
    command(`aligned.${id}`, title, keys, run);
  useCommands("Side by side", [
    way("next-row", "Next row", ["ArrowDown", "l"], () => setCell(row + 1, column)),
    way("previous-row", "Previous row", ["ArrowUp", "h"], () => setCell(row - 1, column)),
    way("next-column", "Next column", ["ArrowRight"], () => setCell(row, column + 1)),
    way("previous-column", "Previous column", ["ArrowLeft"], () => setCell(row, column - 1)),
    way("first-row", "First row", ["Home"], () => setCell(0, column)),
    way("last-row", "Last row", ["End"], () => setCell(rows.length - 1, column)),
    way("divergence", "To the first divergence", ["d"], toDivergence),
    way("next-difference", "Next row that differs", ["."], () => stepDifference(1)),
    way("previous-difference", "Previous row that differs", [","], () => stepDifference(-1)),
    way("open", "Open the dialogue of this column", ["Enter"], openColumn),
  ]);
  return { row, column, setCell, divergence, toDivergence, stepDifference };
}
