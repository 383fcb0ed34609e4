import { Worker } from "node:worker_threads";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import type { ImportThreadData, ImportThreadMessage } from "./import-messages.ts";
import type { ImportRequest, ImportResult, OnProgress, PredictionOutline } from "./import-predictions.ts";
import type { TaskImportRequest, TaskImportResult } from "./import-tasks.ts";
import type { TaskOutline } from "./outline-tasks.ts";
import { StorageError } from "./storage-error.ts";

/** The thread's entry when Querent runs from its source; a bundled host hands in the bundled one. */
export const importThreadEntry = new URL("./import-thread.ts", import.meta.url);

interface Options {
  entry: URL;
  onProgress: OnProgress;
  signal?: AbortSignal | undefined;
}

/** Tells what a prediction file holds; rejects with `BadInput` or the signal's reason. */
export async function outlineInThread(path: string, options: Options): Promise<PredictionOutline> {
  const message = await runThread({ kind: "outline", path }, options);
  if (message.type === "outline") return message.outline;
  throw failure(message, options.signal);
}

/**
 * Imports a prediction file as `importPredictions` does, in a thread. Rejects with `BadInput`, `StorageError` or the
 * signal's reason, and then nothing was imported; a commit that came before the cancelling stands and resolves.
 */
export async function importInThread(
  workspacePath: string,
  request: ImportRequest,
  options: Options,
): Promise<ImportResult> {
  const message = await runThread({ kind: "import", workspacePath, request }, options);
  if (message.type === "imported") return message.result;
  throw failure(message, options.signal);
}

/** Tells what the files of a task import hold; rejects with `BadInput` or the signal's reason. */
export async function outlineTasksInThread(files: TaskFiles, options: Options): Promise<TaskOutline> {
  const message = await runThread({ kind: "outline-tasks", files }, options);
  if (message.type === "tasks-outline") return message.outline;
  throw failure(message, options.signal);
}

/** Imports tasks as `importTasks` does, in a thread; rejects as `importInThread` does. */
export async function importTasksInThread(
  workspacePath: string,
  request: TaskImportRequest,
  options: Options,
): Promise<TaskImportResult> {
  const message = await runThread({ kind: "import-tasks", workspacePath, request }, options);
  if (message.type === "tasks-imported") return message.result;
  throw failure(message, options.signal);
}

function runThread(
  task: ImportThreadData["task"],
  { entry, onProgress, signal }: Options,
): Promise<ImportThreadMessage> {
  signal?.throwIfAborted();
  const cancelled = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(entry, { workerData: { task, cancelled } satisfies ImportThreadData });
  const cancel = () => Atomics.store(cancelled, 0, 1);
  signal?.addEventListener("abort", cancel, { once: true });
  let last: ImportThreadMessage = { type: "failed", message: "the import thread ended without an answer" };
  return new Promise<ImportThreadMessage>((resolve, reject) => {
    worker.on("message", (message: ImportThreadMessage) => {
      if (message.type === "progress") onProgress(message.phase, message.done, message.total);
      else last = message;
    });
    worker.on("error", reject);
    // Only the exit says that the thread's transaction is over and its connection closed.
    worker.on("exit", () => resolve(last));
  }).finally(() => signal?.removeEventListener("abort", cancel));
}

function failure(message: ImportThreadMessage, signal: AbortSignal | undefined): unknown {
  switch (message.type) {
    case "refused":
      return new BadInput(message.problems);
    case "storage":
      return new StorageError(message.reason, message.path);
    case "cancelled":
      return signal?.reason ?? new Error("the import was cancelled");
    default:
      return new Error(message.type === "failed" ? message.message : `unexpected answer ${message.type}`);
  }
}
