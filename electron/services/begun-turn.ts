import type { DialogueTurn, ShownTurn } from "#shared/domain/dialogue.ts";
import { hashOf } from "../certificate/certificate-hashes.ts";

/** An observation of more characters is begun only: so many of them, up to the end of a line where there is one. */
const longObservation = 2_000;
const begunCharacters = 1_000;

/** A turn with the beginning of its observation. The user's words stay whole, as what they settle is shown beside them. */
export function begunTurn(turn: DialogueTurn): ShownTurn {
  const { observation, answer } = turn;
  if (answer !== null || observation.length <= longObservation) return turn;
  const most = observation.slice(0, begunCharacters);
  const line = most.lastIndexOf("\n");
  const begun = line > 0 ? most.slice(0, line) : most.replace(/[\uD800-\uDBFF]$/, "");
  const behind = observation.slice(begun.length);
  const lines = behind.split("\n").length - 1;
  return {
    ...turn,
    observation: begun,
    rest: { lines, characters: behind.length, hash: hashOf(observation) },
  };
}
