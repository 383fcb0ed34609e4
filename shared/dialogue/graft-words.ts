import type { DialogueSettings } from "../domain/dialogue.ts";

/** What dialogues begin with besides the question, in words: ", with the clarifications of asks-everything"; empty where that is nothing. */
export const graftWords = ({ graft }: Pick<DialogueSettings, "graft">): string =>
  graft === undefined ? "" : `, with the clarifications of ${graft.system}`;
