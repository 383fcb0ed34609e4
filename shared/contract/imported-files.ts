import { z } from "zod";
import { base } from "./base.ts";

/** A prediction file as it was imported. */
export const ImportedFile = z.object({
  id: z.number().int(),
  fileName: z.string(),
  form: z.string(),
  /** Whose verdicts its labels became; null: nobody's. */
  reviewer: z.string().nullable(),
  importedBy: z.string(),
  /** ISO 8601 in UTC. */
  importedAt: z.string(),
  /** Its items that are in the project, and the opinions and consensus labels that it brought. */
  items: z.number().int(),
  opinions: z.number().int(),
  consensus: z.number().int(),
  takenBack: z.object({ by: z.string(), at: z.string() }).nullable(),
});
export type ImportedFile = z.infer<typeof ImportedFile>;

/** What taking an import back comes to, foretold or done. */
export const TakenBack = z.object({
  /** Items that go: no other file brought them, and nobody judged them. */
  items: z.number().int(),
  /** Items that stay, because another file has them, or somebody has judged, settled or marked them since. */
  itemsStaying: z.number().int(),
  /** Verdicts that are withdrawn or put back to what they were; and those that stay, because the reviewer has said something since. */
  verdicts: z.number().int(),
  verdictsStaying: z.number().int(),
  /** Items that are open again, or settled as they were before. */
  consensus: z.number().int(),
});
export type TakenBack = z.infer<typeof TakenBack>;

const FileId = z.object({ fileId: z.number().int() });

export const importedFiles = {
  /** The files that were imported into a project, the oldest first; those that were taken back, too. */
  list: base.input(z.object({ projectId: z.number().int() })).output(z.array(ImportedFile)),
  /** What taking a file back would come to; changes nothing. */
  takeBackPreview: base.input(FileId).output(TakenBack),
  /** Takes a file back: its verdicts and consensus by further changes of them, and the items that nobody else brought and nobody judged. */
  takeBack: base.input(FileId).output(TakenBack),
};
