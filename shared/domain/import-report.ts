import { z } from "zod";
import { Item } from "./item.ts";

/** What becomes of the labels in a file. */
export const FileLabels = z.discriminatedUnion("as", [
  /** They are one person's opinions. */
  z.object({ as: z.literal("opinions"), reviewer: z.string().trim().min(1).max(100) }),
  /** They are what items were settled as, nobody's opinion. */
  z.object({ as: z.literal("consensus") }),
  /** What the file looks like: consensus, or the opinions of that person. */
  z.object({ as: z.literal("recognised"), reviewer: z.string().trim().min(1).max(100) }),
  z.object({ as: z.literal("left-out") }),
]);
export type FileLabels = z.infer<typeof FileLabels>;

/** A file to import. */
export const ImportFile = z.object({ path: z.string().min(1), labels: FileLabels });
export type ImportFile = z.infer<typeof ImportFile>;

/** What happens where a file and the project, or two files, say different things of the same. */
export const ConflictChoices = z.object({
  /** A verdict of the same reviewer, or a consensus: what is there stays, or the file's comes after it. */
  verdicts: z.enum(["keep", "replace"]),
  /** All of an item is the same but its gold: it becomes an item of its own, or is left out. */
  gold: z.enum(["apart", "leave-out"]),
  /** Both have evidence and it differs: the item keeps its own, or takes the file's. */
  evidence: z.enum(["keep", "replace"]),
});
export type ConflictChoices = z.infer<typeof ConflictChoices>;

export const defaultChoices: ConflictChoices = { verdicts: "keep", gold: "apart", evidence: "keep" };

/** Where a file says something else than the project, or than a file before it, about an item. */
export const ImportConflict = z.object({
  kind: z.enum(["gold", "evidence", "opinion", "consensus"]),
  file: z.string(),
  /** The item's number in a list, its line in JSONL; 1-based. */
  row: z.number().int(),
  dbId: z.string(),
  questionId: Item.shape.questionId,
  question: z.string(),
  /** The item of the project; null where the other is in a file of the same import. */
  itemId: z.number().int().nullable(),
  /** Whose opinion; null for the rest. */
  reviewer: z.string().nullable(),
  /** What is there ("" where the caller may not see it yet), and what the file has. */
  there: z.string(),
  inFile: z.string(),
});
export type ImportConflict = z.infer<typeof ImportConflict>;

/** Something about a file that a person should know before they import it, with how often it is so. */
export const ImportNotice = z.object({
  kind: z.enum([
    /** The project, or this import, has the file letter by letter (`names`: the file there). */
    "same-file",
    /** The project has items, and none of the file's is among them. */
    "no-item-matches",
    /** Items that judge other predictions of questions that are there. */
    "other-predictions",
    /** Items that a file has more than once. */
    "item-twice",
    /** Question ids that stand for several questions (`names`: the first of them). */
    "id-of-several-questions",
    /** Labels of which nobody said whose verdicts they are. */
    "labels-left-out",
    /** Labels without the note that the project's form asks for. */
    "missing-note",
    /** People whose names differ in case, space or signs alone (`names`). */
    "similar-names",
    /** People who said the same, note for note, of the same items (`names`). */
    "same-opinions",
    /** Labels that look like a consensus, imported as one person's. */
    "looks-like-consensus",
  ]),
  /** The file that it speaks of; "" where it speaks of several. */
  file: z.string(),
  count: z.number().int(),
  names: z.array(z.string()),
});
export type ImportNotice = z.infer<typeof ImportNotice>;

/** What importing files comes to, foretold or done. */
export const ImportReport = z.object({
  /** Items that are new to the project. */
  items: z.number().int(),
  /** Items of the files that are in the project, or in a file before. */
  matched: z.number().int(),
  /** Items left out, because they differ in gold alone. */
  leftOut: z.number().int(),
  /** Opinions and consensus labels that come in, and those that were there already, the same. */
  opinions: z.number().int(),
  consensus: z.number().int(),
  unchanged: z.number().int(),
  /** How many conflicts there are of each kind, and the first 200 of all. */
  conflictCounts: z.record(ImportConflict.shape.kind, z.number().int()),
  conflicts: z.array(ImportConflict),
  notices: z.array(ImportNotice),
});
export type ImportReport = z.infer<typeof ImportReport>;
