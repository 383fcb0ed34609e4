import type { InputProblem } from "#shared/contract/errors.ts";
import type { TakenBack } from "#shared/contract/imported-files.ts";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import type {
  ImportRequest,
  ImportResult,
  PredictionImport,
  PredictionOutline,
} from "./import-predictions.ts";
import type { TaskImportRequest, TaskImportResult } from "./import-tasks.ts";
import type { JudgeImport, JudgeImportResult } from "./judge-labels.ts";
import type { TaskOutline } from "./outline-tasks.ts";
import type { StorageReason } from "./storage-error.ts";
import type { TakeBackRequest } from "./take-import-back.ts";

/** What goes to an import thread. */
export type ImportThreadRequest =
  | { kind: "outline"; workspacePath: string; wish: PredictionImport }
  | { kind: "import"; workspacePath: string; request: ImportRequest }
  | { kind: "outline-tasks"; files: TaskFiles }
  | { kind: "import-tasks"; workspacePath: string; request: TaskImportRequest }
  | { kind: "import-judge"; workspacePath: string; request: JudgeImport & { file: string } }
  | { kind: "take-back"; workspacePath: string; request: TakeBackRequest; isForetold: boolean }
  | { kind: "delete-project"; workspacePath: string; projectId: number }
  | { kind: "find-damage"; workspacePath: string };

/** The answer to each request. */
export interface ImportAnswers {
  outline: PredictionOutline;
  import: ImportResult;
  "outline-tasks": TaskOutline;
  "import-tasks": TaskImportResult;
  "import-judge": JudgeImportResult;
  "take-back": TakenBack;
  "delete-project": null;
  "find-damage": string[];
}

/** What comes back from the thread: the answer, or why there is none. */
export type ImportThreadResponse =
  | { kind: "answer"; answer: ImportAnswers[keyof ImportAnswers] }
  | { kind: "cancelled" }
  | { kind: "refused"; problems: InputProblem[] }
  | { kind: "storage"; reason: StorageReason; path: string }
  | { kind: "failed"; message: string };
