import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { ConflictChoices, ImportFile, ImportReport } from "../domain/import-report.ts";
import { Project } from "../domain/project.ts";
import { base } from "./base.ts";
import { ImportProgress } from "./import-progress.ts";

/** What a prediction file contains, shown before anything is imported. */
export const FilePreview = z.object({
  fileName: z.string(),
  items: z.number().int(),
  /** The form that was recognised, in words: "ROSE consensus (reason_1, reason_2)". */
  form: z.string(),
  labels: z.number().int(),
  /** What its labels become. */
  labelsAs: z.enum(["opinions", "consensus", "left-out"]),
  systems: z.array(z.string()),
  unknownFields: z.array(z.string()),
});
export type FilePreview = z.infer<typeof FilePreview>;

/** What importing files comes to, shown before anything is imported. */
export const ImportPreview = z.object({
  files: z.array(FilePreview),
  databases: z.array(z.object({ dbId: z.string(), items: z.number().int(), found: z.boolean() })),
  report: ImportReport,
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** What an import of predictions reports: how far it is, and at its end what came in. */
export const ImportEvent = z.discriminatedUnion("type", [
  ImportProgress,
  z.object({ type: z.literal("done"), project: Project, report: ImportReport }),
]);
export type ImportEvent = z.infer<typeof ImportEvent>;

/** Prediction files, where their databases lie, and what happens where they conflict with what is there. */
export const ImportSource = z.object({
  files: z.array(ImportFile).min(1).max(100),
  databasesDir: z.string().min(1),
  choices: ConflictChoices,
});
export type ImportSource = z.infer<typeof ImportSource>;

export const projects = {
  list: base.output(z.array(Project)),
  /** `projectName`: the project whose items are matched, and whose labels the files have to have; "" or a new one: none, and ROSE's. */
  preview: base.input(ImportSource.extend({ projectName: z.string().trim().max(200) })).output(ImportPreview),
  /** Imports prediction files into the project of that name (made if it is new): all of it or nothing. Cancelling leaves nothing behind. */
  import: base
    .input(ImportSource.extend({ projectName: z.string().trim().min(1).max(200) }))
    .output(eventIterator(ImportEvent)),
  /** BAD_INPUT where another project has the name. */
  rename: base
    .input(z.object({ projectId: z.number().int(), name: z.string().trim().min(1).max(200) }))
    .output(Project),
  /** Deletes a project with everything in it, for good; `name` is its name, as a person typed it. Its jobs are stopped. */
  delete: base.input(z.object({ projectId: z.number().int(), name: z.string() })).output(z.void()),
};
