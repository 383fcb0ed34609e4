import type { Settlement } from "../domain/consensus.ts";
import type { Item } from "../domain/item.ts";
import type { Judgement } from "../domain/verdict.ts";

/** An item as read from a file, before it has an id or a project. */
export interface ItemInput extends Omit<Item, "id" | "projectId" | "index"> {
  /** The item's number in a list, its line in JSONL; 1-based. */
  row: number;
  /** The text of the item exactly as in the file: what goes out again where nothing was changed. */
  source: string;
  /** What is between the item before and this one, "" for the first. */
  lead: string;
  /** The label and the notes of the file as a judgement, null where it has none; whose it is is said at import. */
  judgement: Judgement | null;
  /** The notes as the file has them, each whole, in the order of their fields. */
  notes: string[];
  /** Verdicts that a Querent JSONL export carries, under the names of their reviewers, and what it says the item is settled as. */
  verdicts: { reviewer: string; judgement: Judgement }[];
  consensus: Settlement | null;
}

/** Whether a file says of an item how it was judged. */
export const isLabelled = ({ judgement, verdicts }: ItemInput): boolean =>
  (judgement?.label ?? null) !== null || verdicts.length > 0;
