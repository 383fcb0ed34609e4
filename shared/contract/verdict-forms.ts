import { z } from "zod";
import { VerdictForm } from "../domain/verdict-form.ts";
import { base } from "./base.ts";

/** Something that saved verdicts, or the consensus on items, say and a form does not have: the label, diagnosis, or answer to a rubric field ("rubric.effort"). */
export const OrphanedPart = z.object({
  field: z.string(),
  value: z.string(),
  /** How many verdicts and consensus labels say it. */
  verdicts: z.number().int(),
});
export type OrphanedPart = z.infer<typeof OrphanedPart>;

/** A label or diagnosis that becomes another one of the form in every verdict. */
export const FormRename = z.object({
  field: z.enum(["label", "diagnoses"]),
  from: z.string(),
  to: z.string(),
});
export type FormRename = z.infer<typeof FormRename>;

const Changed = z.object({ projectId: z.number().int(), form: VerdictForm });

export const verdictForms = {
  /** What saved verdicts and consensus of the project say and the form does not have. */
  orphans: base.input(Changed).output(z.array(OrphanedPart)),
  /**
   * Makes it the project's form, after `renames` were appended to every verdict and consensus that they touch. Refused with BAD_INPUT where
   * something is wrong with the form, or a verdict would say what it does not have.
   */
  change: base
    .input(Changed.extend({ renames: z.array(FormRename).max(50) }))
    .output(z.object({ form: VerdictForm, renamed: z.number().int() })),
};
