import { z } from "zod";
import { Item } from "../domain/item.ts";
import { Project } from "../domain/project.ts";
import { base } from "./base.ts";
import { Download } from "./download.ts";

const ProjectId = z.object({ projectId: z.number().int() });

/** What an export would hold: a bundle to take along, or, of a project that came as one, the work that was done in it. */
export const BundleExport = z.object({
  kind: z.enum(["bundle", "work"]),
  items: z.number().int(),
  /** Items on which its reviewer gave a label. */
  judged: z.number().int(),
  fileName: z.string(),
});
export type BundleExport = z.infer<typeof BundleExport>;

/** A change that is not taken: where the person said something else here meanwhile, or the item takes none. */
const NotTaken = z.strictObject({
  ...Item.pick({ dbId: true, questionId: true, question: true }).shape,
  /** The item's number in the project, from 0. */
  index: z.number().int(),
});
const WorkConflict = NotTaken.extend({ there: z.string(), inFile: z.string() });
const WorkLeftOut = NotTaken.extend({ reason: z.string() });

/** What bringing work back comes to, foretold or done. */
export const WorkReport = z.object({
  /** Whose verdicts they are. */
  reviewer: z.string(),
  /** Whether this workspace vouches for that; else they are attributed by whoever imports them. */
  isSigned: z.boolean(),
  /** Items whose verdict is new here, and the changes of it that came. */
  items: z.number().int(),
  changes: z.number().int(),
  /** Items of which everything was here already, or the same was said. */
  unchanged: z.number().int(),
  /** Items that the project does not have. */
  missing: z.number().int(),
  /** Opinions beyond the plan: their slots went to others meanwhile. */
  extra: z.number().int(),
  /** Items of which the person said something else here meanwhile, which stays: how many, and the first 200. */
  conflictCount: z.number().int(),
  conflicts: z.array(WorkConflict),
  leftOutCount: z.number().int(),
  leftOut: z.array(WorkLeftOut),
});
export type WorkReport = z.infer<typeof WorkReport>;

/** What a file is: a bundle to open, or work to bring back. */
export const BundleOutline = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("bundle"),
    project: z.string(),
    reviewer: z.string(),
    issuedAt: z.string(),
    items: z.number().int(),
    judged: z.number().int(),
  }),
  z.strictObject({
    kind: z.literal("work"),
    /** The name of its project; null in a file that nobody signed. */
    project: z.string().nullable(),
    reviewer: z.string(),
    items: z.number().int(),
  }),
]);
export type BundleOutline = z.infer<typeof BundleOutline>;

/** `reviewer`: whose verdicts a file is that nobody signed; null: what it says. */
const WorkSource = ProjectId.extend({
  path: z.string().min(1),
  reviewer: z.string().trim().min(1).max(100).nullable(),
});

/** Work that goes to another machine and comes back: signed bundles for one person, and their verdicts (docs/team.md). */
export const bundles = {
  preview: base.input(ProjectId).output(BundleExport),
  /** Writes the caller's bundle, or work, on the machine of the back end. */
  toFile: base.input(ProjectId.extend({ path: z.string().min(1) })).output(BundleExport),
  /** The same as text, for a client that saves it itself. */
  toText: base.input(ProjectId).output(z.object({ fileName: z.string(), text: z.string() })),
  /** The same as a file that the caller's browser fetches from a team host. */
  toDownload: base.input(ProjectId).output(Download),
  /** Says what a file is. BAD_INPUT for one that was altered. */
  outline: base.input(z.object({ path: z.string().min(1) })).output(BundleOutline),
  /** Opens a bundle as a project of that name (new, or of the same bundle), with its databases in a folder of this machine. */
  open: base
    .input(
      z.object({
        path: z.string().min(1),
        projectName: z.string().trim().min(1).max(200),
        databasesDir: z.string().min(1),
      }),
    )
    .output(z.object({ project: Project, report: WorkReport })),
  /** What bringing work back would come to. FORBIDDEN: it is another person's, or nobody signed it, and the caller is no lead. */
  previewWork: base.input(WorkSource).output(WorkReport),
  /** Brings work back: what is new is appended, and nothing is overwritten. */
  importWork: base.input(WorkSource).output(WorkReport),
};
