import path from "node:path";
import type { PythonFolders } from "./python/ensure-snapshot.ts";
import { sourcePython } from "./python/source-python.ts";
import { sourceQueryWorker } from "./queries/create-query-runner.ts";
import { sqlAnalysisEntry } from "./sql-analysis/sql-analysis.ts";
import { importThreadEntry } from "./store/import-in-thread.ts";

/** The paths of all that runs in a process or a thread of its own: a host that bundles it gives its own. */
export interface ProgramPaths {
  queryWorker: string;
  databaseWorker: string;
  importThread: URL;
  sqlAnalysis: URL;
  python: { entry: string; folders: PythonFolders };
  /** The folder of the prompts for language models. */
  prompts: string;
  /** The folders that these processes read their code from: with their own files all that they may read. */
  codeFolders: string[];
}

/** The paths when Querent runs from its source. */
export const sourcePaths: ProgramPaths = {
  queryWorker: sourceQueryWorker,
  databaseWorker: path.join(import.meta.dirname, "task-databases/database-worker.ts"),
  importThread: importThreadEntry,
  sqlAnalysis: sqlAnalysisEntry,
  python: sourcePython,
  prompts: path.join(import.meta.dirname, "dialogues/model/prompts"),
  codeFolders: [path.join(import.meta.dirname, "..")],
};
