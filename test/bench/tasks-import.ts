// Tasks in the workspace, measured: import, the first list, its lint in the background. Prints one JSON object.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { lintTasks } from "../../electron/services/lint-tasks.ts";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import { importTasksInThread, importThreadEntry } from "../../electron/store/import-in-thread.ts";
import { taskCounts, taskFacets, taskIds, taskRows } from "../../electron/store/task-list.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { makeTasks } from "./make-tasks.ts";

/** Times in milliseconds; the import with the start of its thread. */
export interface TaskStoreFigures {
  tasks: number;
  import: number;
  /** Ids by findings, the first 50 rows, counts and facets: what a screen asks first. */
  list: number;
  lint: number;
}

/** Measures a new workspace with so many tasks and the pack's knowledge. */
export async function measureTaskStore(tasks = 600): Promise<TaskStoreFigures> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-bench-"));
  const workspace = openWorkspace(path.join(folder, "work.querent"));
  const analysis = openSqlAnalysis();
  try {
    const file = path.join(folder, "tasks.jsonl");
    writeFileSync(file, `${makeTasks(tasks).tasks.join("\n")}\n`);
    const databases = path.join(import.meta.dirname, "../../tasks/river-watch/databases");
    const request = {
      files: { tasks: file, knowledge: [databases], columnMeanings: [databases] },
      ...{ projectName: "bench", databasesDir: null, skipUnreadable: false, existing: "keep" as const },
      ...{ account: "bench", at: new Date().toISOString() },
    };
    const options = { entry: importThreadEntry, onProgress: () => undefined };
    const { took: imported, value } = await timed(() =>
      importTasksInThread(workspace.path, request, options),
    );
    const { projectId } = value;
    const list = await timed(async () =>
      workspace.read(async (db) => {
        const ids = await taskIds(db, projectId, {}, { by: "findings", descending: true });
        return [
          await taskRows(db, projectId, ids.slice(0, 50)),
          await taskCounts(db, projectId),
          await taskFacets(db, projectId),
        ];
      }),
    );
    const lint = await timed(() =>
      lintTasks({
        ...{ workspace, analysis, projectId, dialect: "postgresql" },
        now: () => new Date(),
        signal: new AbortController().signal,
        onLinted: async () => undefined,
      }),
    );
    return { tasks: value.tasks, import: imported, list: list.took, lint: lint.took };
  } finally {
    await analysis.close();
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; took: number }> {
  const start = performance.now();
  const value = await work();
  return { value, took: performance.now() - start };
}

if (import.meta.main) console.log(JSON.stringify(await measureTaskStore()));
