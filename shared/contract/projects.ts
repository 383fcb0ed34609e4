import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { Project } from "../domain/project.ts";
import { base } from "./base.ts";
import { ImportProgress } from "./import-progress.ts";

/** What a prediction file contains, shown before anything is imported. */
export const ImportPreview = z.object({
  items: z.number().int(),
  /** The form that was recognised, in words: "ROSE consensus (reason_1, reason_2)". */
  form: z.string(),
  systems: z.array(z.string()),
  databases: z.array(z.object({ dbId: z.string(), items: z.number().int(), found: z.boolean() })),
  labels: z.number().int(),
  unknownFields: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** What an import of predictions reports: how far it is, and at its end what came in. */
export const ImportEvent = z.discriminatedUnion("type", [
  ImportProgress,
  z.object({
    type: z.literal("done"),
    project: Project,
    items: z.number().int(),
    verdicts: z.number().int(),
  }),
]);
export type ImportEvent = z.infer<typeof ImportEvent>;

const Source = z.object({
  path: z.string().min(1),
  databasesDir: z.string().min(1),
  /** Whose verdicts the file's labels are; null leaves the labels out. */
  reviewer: z.string().trim().min(1).max(100).nullable(),
});

export const projects = {
  list: base.output(z.array(Project)),
  /** `projectName`: whose labels the file has to have; "" or a new one: ROSE's. */
  preview: base.input(Source.extend({ projectName: z.string().trim().max(200) })).output(ImportPreview),
  /** Imports a prediction file into the project of that name (made if it is new): all of it or nothing. Cancelling leaves nothing behind. */
  import: base
    .input(Source.extend({ projectName: z.string().trim().min(1).max(200) }))
    .output(eventIterator(ImportEvent)),
};
