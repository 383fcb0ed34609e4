import type { System } from "#shared/dialogue/systems/system.ts";
import type { Dialogue, DialogueTurn } from "#shared/domain/dialogue.ts";
import type { DialogueEnvironment } from "./environment.ts";
import type { UserSimulator } from "./play-dialogue.ts";

/** Everybody who took part in a dialogue, saying again what they said; only submissions are judged anew. */
export interface RecordedParts {
  system: System;
  simulator: UserSimulator;
  environment: DialogueEnvironment;
}

/** Plays a dialogue back, phase by phase: where a phase is reached that was not, or goes on longer, the system stops. */
export function recordedParts(dialogue: Dialogue, live: DialogueEnvironment): RecordedParts {
  let current: DialogueTurn | undefined;
  return {
    system: {
      async next({ phase, turns }) {
        const played = turns.filter((turn) => turn.phase === phase).length;
        current = dialogue.turns.filter((turn) => turn.phase === phase)[played];
        return current?.action ?? null;
      },
      close: async () => {},
    },
    simulator: {
      name: dialogue.simulator,
      async answer() {
        if (current === undefined) throw new Error("nobody asked");
        const unrecorded = { actions: [{ kind: "UNA", reason: "not-understood" } as const], leaks: [] };
        return { ...(current.answer ?? unrecorded), text: current.observation };
      },
    },
    environment: { ...live, observe: async () => current?.observation ?? "" },
  };
}
