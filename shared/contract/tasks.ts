import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { ColumnMeaning } from "../domain/column-meaning.ts";
import { Finding } from "../domain/finding.ts";
import { KnowledgeNode } from "../domain/knowledge-node.ts";
import { Reading } from "../domain/reading.ts";
import { DatabaseSchema } from "../domain/schema.ts";
import { Task } from "../domain/task.ts";
import { TaskPart } from "../domain/task-part.ts";
import { TaskFormat, TaskRevision, TaskSource } from "../domain/task-revision.ts";
import { TaskRun } from "../domain/task-run.ts";
import { TaskStatistics } from "../domain/task-statistics.ts";
import { StatusAndAssignee, TaskStatus } from "../domain/task-status.ts";
import { base } from "./base.ts";
import { Download } from "./download.ts";
import { TaskFiles, TaskImportEvent, TaskImportPreview, TaskSample } from "./task-import.ts";
import { TaskCounts, TaskFacets, TaskFilter, TaskRow, TaskSort } from "./task-list.ts";

/** What found a finding: reading the file, lint of the text, or the checks on the data. */
export const FindingOrigin = z.enum(["import", "lint", "check"]);
export type FindingOrigin = z.infer<typeof FindingOrigin>;

/** A finding that is kept with a task; of an older revision where `isCurrent` is false. */
export const StoredFinding = z.object({
  finding: Finding,
  origin: FindingOrigin,
  at: z.string(),
  isCurrent: z.boolean(),
});
export type StoredFinding = z.infer<typeof StoredFinding>;

/** The newest run of a task's gold under one profile, whole. */
export const StoredTaskRun = z.object({ run: TaskRun, at: z.string(), isCurrent: z.boolean() });
export type StoredTaskRun = z.infer<typeof StoredTaskRun>;

/** One task whole. */
export const TaskDetails = z.object({
  taskId: z.number().int(),
  projectId: z.number().int(),
  index: z.number().int(),
  task: Task,
  revision: z.object({ revision: z.number().int(), savedBy: z.string(), savedAt: z.string() }),
  ...StatusAndAssignee.shape,
  /** The JSON text that it was read from; null for a task that was written here. */
  source: TaskSource.nullable(),
  findings: z.array(StoredFinding),
  /** The newest of each profile, the newest first. */
  lastRuns: z.array(StoredTaskRun),
});
export type TaskDetails = z.infer<typeof TaskDetails>;

/** What a project knows of one of its databases beside the tasks. */
export const DatabaseKnowledge = z.object({
  database: z.string(),
  nodes: z.array(KnowledgeNode),
  /** What is wrong with the knowledge base by itself. */
  findings: z.array(Finding),
  columnMeanings: z.array(ColumnMeaning),
  /** From the schema text; null where none was imported. */
  schema: DatabaseSchema.nullable(),
});
export type DatabaseKnowledge = z.infer<typeof DatabaseKnowledge>;

/** A change of a task, for its history. */
export const TaskChange = z.object({
  revision: z.number().int(),
  /** "undo" and "redo" were written by earlier versions alone. */
  action: z.enum(["import", "save", "undo", "redo"]),
  savedBy: z.string(),
  savedAt: z.string(),
  /** What it changed of the revision before; nothing for the first. */
  parts: z.array(TaskPart),
});
export type TaskChange = z.infer<typeof TaskChange>;

/** A change of a task's status or assignee. */
export const TaskStatusChange = StatusAndAssignee.extend({
  by: z.string(),
  at: z.string(),
  /** The revision whose edit put it there; null where a person did. */
  revision: z.number().int().nullable(),
});
export type TaskStatusChange = z.infer<typeof TaskStatusChange>;

/** A task that others of its project begin as. */
export const TaskTemplate = z.object({
  templateId: z.number().int(),
  name: z.string(),
  database: z.string(),
  madeBy: z.string(),
  madeAt: z.string(),
});
export type TaskTemplate = z.infer<typeof TaskTemplate>;

/** What a new task begins as: nothing, a template, a copy of a task, or a task's JSON text (one row of BIRD-Interact or LiveSQLBench). */
export const TaskStart = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("blank"), database: z.string().trim().min(1).max(200) }),
  z.object({ kind: z.literal("template"), templateId: z.number().int() }),
  z.object({ kind: z.literal("task"), taskId: z.number().int() }),
  z.object({ kind: z.literal("text"), text: z.string().max(50_000_000) }),
]);
export type TaskStart = z.infer<typeof TaskStart>;

/** A revision as it was saved, and the status of the task then. */
export const SavedTaskRevision = TaskRevision.extend({ status: TaskStatus });
export type SavedTaskRevision = z.infer<typeof SavedTaskRevision>;

const ProjectId = z.object({ projectId: z.number().int() });
const TaskId = z.object({ taskId: z.number().int() });

const TaskExport = ProjectId.extend({
  format: TaskFormat,
  /** Only tasks of this status; all where it is missing. */
  statuses: z.array(TaskStatus).min(1).optional(),
  /** Whether words and readings of ambiguities go along in the field `querent`; they do where it is missing. */
  withReadings: z.boolean().optional(),
});

export const tasks = {
  /** The ids of the tasks that pass the filter, in the order asked; ids only, so that thousands are one small answer. */
  ids: base.input(ProjectId.extend({ filter: TaskFilter, sort: TaskSort })).output(z.array(z.number().int())),
  /** Lines for the given tasks (at most 500), in the order asked. */
  rows: base
    .input(ProjectId.extend({ taskIds: z.array(z.number().int()).max(500) }))
    .output(z.array(TaskRow)),
  counts: base.input(ProjectId).output(TaskCounts),
  facets: base.input(ProjectId).output(TaskFacets),
  /** The statistics of the tasks that pass a filter; the first of a project reads all of its SQL, later ones what has changed. */
  statistics: base.input(ProjectId.extend({ filter: TaskFilter })).output(TaskStatistics),
  task: base.input(TaskId).output(TaskDetails),
  knowledge: base.input(ProjectId.extend({ database: z.string() })).output(DatabaseKnowledge),
  /** Findings that belong to no task: of the import's files. */
  fileFindings: base.input(ProjectId).output(z.array(Finding)),

  /** The pack that comes with the program; null where it came without one. */
  sample: base.output(TaskSample.nullable()),
  /** Says what an import would bring; `projectName` is compared for tasks that are there already. */
  previewImport: base
    .input(
      z.object({
        files: TaskFiles,
        projectName: z.string().trim().max(200),
        databasesDir: z.string().nullable(),
      }),
    )
    .output(TaskImportPreview),
  /**
   * Imports tasks with what belongs to them into the project of that name (made if it is new): all of it or nothing.
   * Rows that cannot be read refuse the import (BAD_INPUT) unless `skipUnreadable` leaves them out. A task that the project has
   * already is kept, or gets the file's as its next revision. Cancelling leaves nothing behind.
   */
  import: base
    .input(
      z.object({
        files: TaskFiles,
        projectName: z.string().trim().min(1).max(200),
        databasesDir: z.string().min(1).nullable(),
        skipUnreadable: z.boolean(),
        existing: z.enum(["keep", "revise"]),
      }),
    )
    .output(eventIterator(TaskImportEvent)),

  /** Appends a revision; an accepted task that it changes goes back to submitted, one that it makes again what was accepted is accepted (SPEC H12). `saveId` makes a retry after a lost connection harmless; a stale `baseRevision` answers TASK_CONFLICT. */
  save: base
    .input(
      TaskId.extend({
        baseRevision: z.number().int().nonnegative(),
        saveId: z.uuid(),
        task: Task,
      }),
    )
    .output(SavedTaskRevision),
  /** Every change of a task, the newest first. */
  history: base.input(TaskId).output(z.array(TaskChange)),
  /** Every change of the status of a task, the newest first. */
  statusHistory: base.input(TaskId).output(z.array(TaskStatusChange)),
  /** Stores readings of many tasks, one list for each ambiguity, in place of those that they have: all in one transaction. A task that was saved since its `baseRevision` keeps its own. */
  setReadings: base
    .input(
      z.object({
        projectId: z.number().int(),
        changes: z
          .array(
            z.object({
              taskId: z.number().int(),
              baseRevision: z.number().int().positive(),
              saveId: z.uuid(),
              readings: z.array(z.array(Reading)),
            }),
          )
          .max(100_000),
      }),
    )
    .output(
      z.object({
        saved: z.array(z.object({ taskId: z.number().int(), revision: z.number().int() })),
        /** Tasks that were saved by somebody else in the meantime. */
        outdated: z.array(z.number().int()),
      }),
    ),
  /** Puts tasks of a project elsewhere or gives them to somebody; what is left out stays. Answers how many that changed. */
  setStatus: base
    .input(
      ProjectId.extend({
        taskIds: z.array(z.number().int()).max(10_000),
        status: TaskStatus.optional(),
        assignee: z.string().trim().min(1).max(200).nullable().optional(),
      }),
    )
    .output(z.object({ tasks: z.number().int() })),
  /**
   * Adds a task to a project, in draft, under the next free id of its database (a JSON text keeps its own where it is free).
   * `saveId` makes a retry harmless.
   */
  create: base
    .input(ProjectId.extend({ saveId: z.uuid(), start: TaskStart }))
    .output(z.object({ taskId: z.number().int() })),
  templates: base.input(ProjectId).output(z.array(TaskTemplate)),
  /** Saves a task as a template of its project; one of that name is replaced. */
  saveAsTemplate: base.input(TaskId.extend({ name: z.string().trim().min(1).max(200) })).output(z.void()),
  removeTemplate: base.input(z.object({ templateId: z.number().int() })).output(z.void()),
  /** A task as it was at a revision. */
  revision: base.input(TaskId.extend({ revision: z.number().int().positive() })).output(TaskRevision),

  /** Says beforehand how many tasks go out and what the format cannot hold. */
  exportPreview: base.input(TaskExport).output(
    z.object({
      tasks: z.number().int(),
      losses: z.array(
        z.object({
          kind: z.enum(["lost", "ignored", "missing"]),
          what: z.string(),
          tasks: z.number().int(),
        }),
      ),
    }),
  ),
  /** Writes the file on the machine of the back end; an existing file is replaced only once the new one is whole. */
  exportToFile: base
    .input(TaskExport.extend({ path: z.string().min(1) }))
    .output(z.object({ path: z.string(), tasks: z.number().int() })),
  /** The same as a file that the caller's browser fetches from a team host. */
  exportToDownload: base.input(TaskExport).output(Download),
  /** The same as text, for a client that saves it itself. */
  exportToText: base.input(TaskExport).output(z.object({ fileName: z.string(), text: z.string() })),
};
