import { z } from "zod";
import { base } from "./base.ts";

/** How long guidelines may be, in characters. */
const longest = 200_000;

/** One version of a project's guidelines: Markdown, by whom, when (ISO 8601 in UTC). Versions count from 1. */
export const GuidelinesVersion = z.object({
  version: z.number().int().positive(),
  text: z.string(),
  by: z.string(),
  at: z.string(),
});
export type GuidelinesVersion = z.infer<typeof GuidelinesVersion>;

const ProjectId = z.object({ projectId: z.number().int() });

export const guidelines = {
  /** Every version, the newest first; none where nobody has written any. */
  versions: base.input(ProjectId).output(z.array(GuidelinesVersion)),
  /** Appends a version as the caller's. Refused with BAD_INPUT where `baseVersion` (0: none) is not the newest any more. */
  save: base
    .input(ProjectId.extend({ baseVersion: z.number().int().nonnegative(), text: z.string().max(longest) }))
    .output(GuidelinesVersion),
};
