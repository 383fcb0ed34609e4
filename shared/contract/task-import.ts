import { z } from "zod";
import { EngineKind } from "../domain/engine.ts";
import { Finding } from "../domain/finding.ts";
import { Project } from "../domain/project.ts";
import { InputProblem } from "./errors.ts";
import { ImportProgress } from "./import-progress.ts";
import { TaskFindingCounts } from "./task-list.ts";

/** The files of an import, on the machine of the back end. Of knowledge, meanings and schemas a path is a file (`<db>_kb.jsonl`, …) or a folder of them by database. */
export const TaskFiles = z.object({
  tasks: z.string().min(1),
  groundTruth: z.string().min(1).optional(),
  knowledge: z.array(z.string().min(1)).max(200).optional(),
  columnMeanings: z.array(z.string().min(1)).max(200).optional(),
  schema: z.array(z.string().min(1)).max(200).optional(),
  /** What persons let pass in their certificates (docs/certificate.md). */
  exceptions: z.string().min(1).optional(),
});
export type TaskFiles = z.infer<typeof TaskFiles>;

/** A pack of tasks that comes with the program: its title, what it is in a sentence, and what an import of it takes. */
export const TaskSample = z.object({
  title: z.string(),
  description: z.string(),
  files: TaskFiles,
  databasesDir: z.string(),
});
export type TaskSample = z.infer<typeof TaskSample>;

/** What the files contain, shown before anything is imported. */
export const TaskImportPreview = z.object({
  /** The forms that were recognised, in words. */
  form: z.string(),
  tasks: z.number().int(),
  /** What they will run on: as the project says, else as the databases that are found ask for. */
  engine: EngineKind,
  /** The folder in which the project's tasks had their databases, where the import names another; else null. */
  folderBefore: z.string().nullable(),
  databases: z.array(
    z.object({
      name: z.string(),
      tasks: z.number().int(),
      /** null where no file of that kind names this database. */
      knowledgeNodes: z.number().int().nullable(),
      columnMeanings: z.number().int().nullable(),
      schemaTables: z.number().int().nullable(),
      /** Where its pristine copy comes from, in the folder of databases; null where nothing was found there. */
      template: z.string().nullable(),
      /** Whether the engine can read what was found. */
      isReadable: z.boolean(),
      /** A text of the schema with a few rows of each table: golds run on it, but their results are not those of the whole database. */
      isSample: z.boolean(),
    }),
  ),
  /** Rows that cannot be read; the others can be imported without them. */
  problems: z.array(InputProblem),
  findings: TaskFindingCounts,
  /** What concerns files or several tasks: repeated ids, ground truth without a task … */
  fileFindings: z.array(Finding),
  /** Tasks that got their ground truth from the second file; null where none was given. */
  groundTruths: z.number().int().nullable(),
  /** Exceptions that the file of them states; null where none was given. */
  exceptions: z.number().int().nullable(),
  /** Ids of these tasks that the project has already (up to 100), and how many there are. */
  existing: z.object({ count: z.number().int(), instanceIds: z.array(z.string()) }),
});
export type TaskImportPreview = z.infer<typeof TaskImportPreview>;

/** What an import of tasks reports: how far it is, and at its end what came in. */
export const TaskImportEvent = z.discriminatedUnion("type", [
  ImportProgress,
  z.object({
    type: z.literal("done"),
    project: Project,
    /** New tasks, tasks that got a new revision, tasks that were left as they were, and rows left out. */
    tasks: z.number().int(),
    revised: z.number().int(),
    kept: z.number().int(),
    skippedRows: z.number().int(),
    knowledgeNodes: z.number().int(),
    /** Exceptions that were stated. */
    exceptions: z.number().int(),
    findings: TaskFindingCounts,
  }),
]);
export type TaskImportEvent = z.infer<typeof TaskImportEvent>;
