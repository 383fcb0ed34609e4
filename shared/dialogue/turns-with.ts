import type { DialogueTurn } from "../domain/dialogue.ts";
import { actionText } from "./action-text.ts";

/** The turns (by their place) in which a text occurs, whatever its case. */
export function turnsWith(turns: readonly DialogueTurn[], text: string): number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  return turns.flatMap(({ action, observation }, at) =>
    `${actionText(action)}\n${observation}`.toLowerCase().includes(wanted) ? [at] : [],
  );
}
