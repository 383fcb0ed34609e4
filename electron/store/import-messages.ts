import type { Problem } from "#shared/contract/errors.ts";
import type { ImportProgress } from "#shared/contract/import-progress.ts";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import type { ImportRequest, ImportResult, PredictionOutline } from "./import-predictions.ts";
import type { TaskImportRequest, TaskImportResult } from "./import-tasks.ts";
import type { TaskOutline } from "./outline-tasks.ts";
import type { StorageReason } from "./storage-error.ts";

/** What an import thread is started with; a first 1 in `cancelled` stops it. */
export interface ImportThreadData {
  task:
    | { kind: "outline"; path: string }
    | { kind: "import"; workspacePath: string; request: ImportRequest }
    | { kind: "outline-tasks"; files: TaskFiles }
    | { kind: "import-tasks"; workspacePath: string; request: TaskImportRequest };
  cancelled: Int32Array;
}

/** What an import thread tells: progress, and then one of the others as its last word. */
export type ImportThreadMessage =
  | ImportProgress
  | { type: "outline"; outline: PredictionOutline }
  | { type: "imported"; result: ImportResult }
  | { type: "tasks-outline"; outline: TaskOutline }
  | { type: "tasks-imported"; result: TaskImportResult }
  | { type: "cancelled" }
  | { type: "refused"; problems: Problem[] }
  | { type: "storage"; reason: StorageReason; path: string }
  | { type: "failed"; message: string };
