// The entry of the thread that reads a file of predictions or of tasks and writes it to the workspace, so that the host's event loop
// never waits for either. It has its own connection and its own transaction.
import { parentPort, workerData } from "node:worker_threads";
import { BadInput } from "#shared/formats/bad-input.ts";
import type { ImportThreadData, ImportThreadMessage } from "./import-messages.ts";
import { importPredictions, type OnProgress, outlinePredictions } from "./import-predictions.ts";
import { importTasks } from "./import-tasks.ts";
import { outlineTasks } from "./outline-tasks.ts";
import { StorageError } from "./storage-error.ts";
import { explain, openWriter } from "./workspace.ts";

const { task, cancelled } = workerData as ImportThreadData;
const progressPeriodMs = 100;

class Cancelled extends Error {}

function tell(message: ImportThreadMessage): void {
  parentPort?.postMessage(message);
}

let toldAt = 0;
const onProgress: OnProgress = (phase, done, total) => {
  if (Atomics.load(cancelled, 0) !== 0) throw new Cancelled();
  const now = performance.now();
  if (now - toldAt < progressPeriodMs && done < total) return;
  toldAt = now;
  tell({ type: "progress", phase, done, total });
};

async function work(): Promise<ImportThreadMessage> {
  if (task.kind === "outline")
    return { type: "outline", outline: await outlinePredictions(task.path, onProgress) };
  if (task.kind === "outline-tasks")
    return { type: "tasks-outline", outline: await outlineTasks(task.files, onProgress) };
  const connection = openWriter(task.workspacePath);
  try {
    if (task.kind === "import-tasks")
      return { type: "tasks-imported", result: await importTasks(connection, task.request, onProgress) };
    return { type: "imported", result: await importPredictions(connection, task.request, onProgress) };
  } finally {
    connection.close();
  }
}

function lastWord(error: unknown): ImportThreadMessage {
  if (error instanceof Cancelled) return { type: "cancelled" };
  if (error instanceof BadInput) return { type: "refused", problems: [...error.problems] };
  const explained = "workspacePath" in task ? explain(error, task.workspacePath) : error;
  if (explained instanceof StorageError)
    return { type: "storage", reason: explained.reason, path: explained.path };
  return { type: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

tell(await work().catch(lastWord));
