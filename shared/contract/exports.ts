import { z } from "zod";
import { ExportFormat } from "../formats/verdict-export/export-formats.ts";
import { base } from "./base.ts";
import { Download } from "./download.ts";

const What = z.object({
  projectId: z.number().int(),
  format: ExportFormat,
  /** Whose verdicts; null: everybody's where the format can hold them ("annotator" needs one). */
  reviewer: z.string().nullable(),
  /** The imported file whose items go out, in its order and letter by letter; null: all items of the project. */
  sourceId: z.number().int().nullable().default(null),
  /** Whether people stand under pseudonyms, which are the same in every such export of the workspace. */
  pseudonyms: z.boolean().default(false),
});

export const exports = {
  /** Says beforehand how many items go out and what the format cannot hold. */
  preview: base
    .input(What)
    .output(z.object({ items: z.number().int(), leftOut: z.number().int(), losses: z.array(z.string()) })),
  /** Writes the file on the machine of the back end; an existing file is replaced only once the new one is whole. */
  toFile: base
    .input(What.extend({ path: z.string().min(1) }))
    .output(z.object({ path: z.string(), items: z.number().int() })),
  /** The same as a file that the caller's browser fetches from a team host. */
  toDownload: base.input(What).output(Download),
  /** The same as text, for a client that saves it itself. */
  toText: base.input(What).output(z.object({ fileName: z.string(), text: z.string() })),
};
