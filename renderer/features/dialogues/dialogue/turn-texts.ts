import { actionText } from "#shared/dialogue/action-text.ts";
import type { DialogueTurn } from "#shared/domain/dialogue.ts";

/** The SQL of a turn; null where it has none. */
export function sqlOfTurn({ action }: DialogueTurn): string | null {
  return action.kind === "submit" || action.kind === "execute" ? actionText(action) : null;
}

/** The turns (by their place) in which a text occurs, whatever its case. */
export function turnsWith(turns: readonly DialogueTurn[], text: string): number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  return turns.flatMap(({ action, observation }, at) =>
    `${actionText(action)}\n${observation}`.toLowerCase().includes(wanted) ? [at] : [],
  );
}

/** Statements one below the other, and where each of them begins. */
export function joinedSql(statements: readonly string[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = "";
  for (const statement of statements) {
    if (text !== "") text += "\n\n";
    starts.push(text.length);
    text += statement;
  }
  return { text, starts };
}
