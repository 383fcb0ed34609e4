import { statSync } from "node:fs";
import type { ImportProgress } from "#shared/contract/import-progress.ts";
import type { TakenBack } from "#shared/contract/imported-files.ts";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { startThread } from "../processes/start-thread.ts";
import { WorkerClient } from "../processes/worker-client.ts";
import type { ImportAnswers, ImportThreadRequest, ImportThreadResponse } from "./import-messages.ts";
import type {
  ImportRequest,
  ImportResult,
  OnProgress,
  PredictionImport,
  PredictionOutline,
} from "./import-predictions.ts";
import type { TaskImportRequest, TaskImportResult } from "./import-tasks.ts";
import type { JudgeImport, JudgeImportResult } from "./judge-labels.ts";
import type { TaskOutline } from "./outline-tasks.ts";
import { isServerUrl } from "./postgres/server-workspace.ts";
import { findDamage } from "./row-sums.ts";
import { StorageError } from "./storage-error.ts";
import type { TakeBackRequest } from "./take-import-back.ts";
import { checkedAtOnceBytes, openWriter } from "./workspace.ts";

/** The thread's entry when Querent runs from its source; a bundled host hands in the bundled one. */
export const importThreadEntry = new URL("./import-thread.ts", import.meta.url);

interface Options {
  entry: URL;
  onProgress: OnProgress;
  signal?: AbortSignal | undefined;
}

/** Foretells what importing prediction files comes to; rejects with `BadInput` or the signal's reason. */
export function outlineInThread(
  workspacePath: string,
  wish: PredictionImport,
  options: Options,
): Promise<PredictionOutline> {
  return askThread({ kind: "outline", workspacePath, wish }, options);
}

/**
 * Imports prediction files as `importPredictions` does, in a thread. Rejects with `BadInput`, `StorageError` or the
 * signal's reason, and then nothing was imported; a commit that came before the cancelling counts and resolves.
 */
export function importInThread(
  workspacePath: string,
  request: ImportRequest,
  options: Options,
): Promise<ImportResult> {
  return askThread({ kind: "import", workspacePath, request }, options);
}

/** Reads what the files of a task import hold; rejects with `BadInput` or the signal's reason. */
export function outlineTasksInThread(files: TaskFiles, options: Options): Promise<TaskOutline> {
  return askThread({ kind: "outline-tasks", files }, options);
}

/** Imports tasks as `importTasks` does, in a thread; rejects as `importInThread` does. */
export function importTasksInThread(
  workspacePath: string,
  request: TaskImportRequest,
  options: Options,
): Promise<TaskImportResult> {
  return askThread({ kind: "import-tasks", workspacePath, request }, options);
}

/** Imports a judge's result file as `importJudgeResults` does, in a thread; rejects as `importInThread` does. */
export function importJudgeInThread(
  workspacePath: string,
  request: JudgeImport & { file: string },
  options: Options,
): Promise<JudgeImportResult> {
  return askThread({ kind: "import-judge", workspacePath, request }, options);
}

/** Takes an import back as `takeImportBack` does, or foretells what that comes to; rejects as `importInThread` does. */
export function takeBackInThread(
  workspacePath: string,
  request: TakeBackRequest,
  isForetold: boolean,
  options: Options,
): Promise<TakenBack> {
  return askThread({ kind: "take-back", workspacePath, request, isForetold }, options);
}

/** Deletes a project with everything in it; rejects as `importInThread` does, and then it is all there. */
export async function deleteProjectInThread(
  workspacePath: string,
  projectId: number,
  options: Options,
): Promise<void> {
  await askThread({ kind: "delete-project", workspacePath, projectId }, options);
}

/**
 * What is damaged in a workspace, as `findDamage` says it; a small one is asked at once. Of a server nothing is asked: its own checksums
 * are for that. Rejects with the signal's reason.
 */
export async function damageOf(
  workspacePath: string,
  { entry, signal }: Pick<Options, "entry" | "signal">,
): Promise<string[]> {
  if (isServerUrl(workspacePath)) return [];
  if (statSync(workspacePath).size > checkedAtOnceBytes)
    return askThread({ kind: "find-damage", workspacePath }, { entry, signal, onProgress: () => undefined });
  const connection = openWriter(workspacePath);
  try {
    return findDamage(connection);
  } finally {
    connection.close();
  }
}

async function askThread<Kind extends ImportThreadRequest["kind"]>(
  request: ImportThreadRequest & { kind: Kind },
  { entry, onProgress, signal }: Options,
): Promise<ImportAnswers[Kind]> {
  signal?.throwIfAborted();
  // The thread is busy and hears no message: it looks for a 1 here.
  const cancelled = new Int32Array(new SharedArrayBuffer(4));
  const cancel = () => Atomics.store(cancelled, 0, 1);
  const thread = new WorkerClient<ImportThreadRequest, ImportProgress, ImportThreadResponse>({
    start: () => startThread(entry, cancelled),
  });
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    const end = await thread.send(request, ({ phase, done, total }) => onProgress(phase, done, total)).end;
    if (end.kind !== "done")
      throw new Error(`the import thread ended: ${"how" in end ? end.how : "unasked"}`);
    if (end.response.kind === "answer") return end.response.answer as ImportAnswers[Kind];
    throw failure(end.response, signal);
  } finally {
    signal?.removeEventListener("abort", cancel);
    thread.kill();
    await thread.gone;
  }
}

function failure(
  response: Exclude<ImportThreadResponse, { kind: "answer" }>,
  signal: AbortSignal | undefined,
): unknown {
  switch (response.kind) {
    case "refused":
      return new BadInput(response.problems);
    case "storage":
      return new StorageError(response.reason, response.path);
    case "cancelled":
      return signal?.reason ?? new Error("the import was cancelled");
    case "failed":
      return new Error(response.message);
  }
}
