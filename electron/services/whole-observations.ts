import { turnsWith } from "#shared/dialogue/turns-with.ts";
import { turnOfDialogue } from "../store/dialogues.ts";
import type { Workspace } from "../store/workspace.ts";
import { storedDialogue } from "./dialogue-views.ts";
import { ServiceFault } from "./fault.ts";

/** What a window does not have of long observations: fetched turn by turn, and looked through here. */
export function createWholeObservations(workspace: Workspace) {
  return {
    async observation({ dialogueId, turn }: { dialogueId: number; turn: number }): Promise<{ text: string }> {
      const stored = await workspace.read((db) => turnOfDialogue(db, dialogueId, turn));
      if (stored !== null) return { text: stored.observation };
      throw new ServiceFault("NOT_FOUND", "This turn is not in the workspace.", { what: `turn ${turn}` });
    },

    async turnsWith({ dialogueId, text }: { dialogueId: number; text: string }): Promise<number[]> {
      const turns = (await storedDialogue(workspace, dialogueId)).stored.dialogue?.turns ?? [];
      return turnsWith(turns, text).flatMap((at) => turns[at]?.turn ?? []);
    },
  };
}
