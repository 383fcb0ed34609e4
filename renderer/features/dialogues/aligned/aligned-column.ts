import type { DialogueView } from "#shared/contract/dialogues.ts";
import type { Dialogue } from "#shared/domain/dialogue.ts";

/** A dialogue as a column: what it is called, and its turns. */
export interface AlignedColumn {
  view: DialogueView;
  dialogue: Dialogue;
  /** "run 2 · trial 3". */
  where: string;
}
