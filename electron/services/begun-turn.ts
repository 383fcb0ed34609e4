import type { DialogueTurn, ShownTurn } from "#shared/domain/dialogue.ts";
import { hashOf } from "../certificate/certificate-hashes.ts";

/** An observation of more characters is begun only. */
const longObservation = 2_000;
/** The beginning is as much as a transcript shows of it folded, and a table of turns in a line. */
const begun = { lines: 9, characters: { least: 300, most: 1_000 } };

/** A turn with the beginning of its observation. The user's words stay whole, as what they settle is shown beside them. */
export function begunTurn(turn: DialogueTurn): ShownTurn {
  const { observation, answer } = turn;
  if (answer !== null || observation.length <= longObservation) return turn;
  const shown = beginningOf(observation);
  const behind = observation.slice(shown.length);
  const lines = behind.split("\n").length - 1;
  return {
    ...turn,
    observation: shown,
    rest: { lines, characters: behind.length, hash: hashOf(observation) },
  };
}

/** The first lines of a text, or a part of a very long one. */
function beginningOf(text: string): string {
  const most = text.slice(0, begun.characters.most);
  let end = most.indexOf("\n");
  if (end <= 0) return most.replace(/[\uD800-\uDBFF]$/, "");
  for (let lines = 1; lines < begun.lines || end < begun.characters.least; lines += 1) {
    const next = most.indexOf("\n", end + 1);
    if (next < 0) break;
    end = next;
  }
  return text.slice(0, end);
}
