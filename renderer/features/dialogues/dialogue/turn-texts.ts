import { actionText } from "#shared/dialogue/action-text.ts";
import type { DialogueTurn } from "#shared/domain/dialogue.ts";

/** The SQL of a turn; null where it has none. */
export function sqlOfTurn({ action }: DialogueTurn): string | null {
  return action.kind === "submit" || action.kind === "execute" ? actionText(action) : null;
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
