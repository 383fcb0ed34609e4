// The entry of the thread that reads a file of predictions or of tasks and writes it to the workspace, so that the host's event loop
// never waits for either. It has its own connection and its own transaction.
import { workerData } from "node:worker_threads";
import type { ImportProgress } from "#shared/contract/import-progress.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { serveRequests } from "../processes/serve-requests.ts";
import { deleteProject } from "./delete-project.ts";
import type { ImportAnswers, ImportThreadRequest, ImportThreadResponse } from "./import-messages.ts";
import { importPredictions, type OnProgress, outlinePredictions } from "./import-predictions.ts";
import { importTasks } from "./import-tasks.ts";
import { importJudgeResults } from "./judge-labels.ts";
import { openTransactions } from "./open-workspace.ts";
import { outlineTasks } from "./outline-tasks.ts";
import { defineRowSum, findDamage } from "./row-sums.ts";
import { explain, StorageError } from "./storage-error.ts";
import { takeImportBack } from "./take-import-back.ts";
import { openWriter } from "./workspace.ts";

const cancelled = workerData as Int32Array;
const progressPeriodMs = 100;

class Cancelled extends Error {}

function throwIfCancelled(): void {
  if (Atomics.load(cancelled, 0) !== 0) throw new Cancelled();
}

/** Emits progress now and then; throws once the import is cancelled. */
function progressOf(emit: (progress: ImportProgress) => Promise<void>): OnProgress {
  let emittedAt = 0;
  return (phase, done, total) => {
    throwIfCancelled();
    const now = performance.now();
    if (now - emittedAt < progressPeriodMs && done < total) return;
    emittedAt = now;
    void emit({ type: "progress", phase, done, total });
  };
}

async function answer(
  request: ImportThreadRequest,
  onProgress: OnProgress,
): Promise<ImportAnswers[keyof ImportAnswers]> {
  if (request.kind === "outline-tasks") return outlineTasks(request.files, onProgress);
  const { workspacePath } = request;
  if (request.kind === "find-damage") {
    const connection = openWriter(workspacePath);
    try {
      defineRowSum(connection, throwIfCancelled);
      return findDamage(connection);
    } finally {
      connection.close();
    }
  }
  const transactions = await openTransactions(workspacePath, deletes.has(request.kind));
  try {
    if (request.kind === "outline") return await outlinePredictions(transactions, request.wish, onProgress);
    if (request.kind === "take-back")
      return await takeImportBack(transactions, request.request, request.isForetold);
    if (request.kind === "delete-project") {
      await transactions.write((db) => deleteProject(db, request.projectId));
      return null;
    }
    if (request.kind === "import-judge")
      return await importJudgeResults(transactions, request.request, onProgress);
    if (request.kind === "import-tasks") return await importTasks(transactions, request.request, onProgress);
    return await importPredictions(transactions, request.request, onProgress);
  } finally {
    await transactions.close();
  }
}

/** What deletes rows to which others refer. */
const deletes: ReadonlySet<ImportThreadRequest["kind"]> = new Set(["take-back", "delete-project"]);

function whyNot(error: unknown, request: ImportThreadRequest): ImportThreadResponse {
  if (error instanceof Cancelled) return { kind: "cancelled" };
  if (error instanceof BadInput) return { kind: "refused", problems: [...error.problems] };
  const explained = "workspacePath" in request ? explain(error, request.workspacePath) : error;
  if (explained instanceof StorageError)
    return { kind: "storage", reason: explained.reason, path: explained.path };
  return { kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

await serveRequests<ImportThreadRequest, ImportProgress, ImportThreadResponse>(async (request, { emit }) => {
  const response = await answer(request, progressOf(emit)).then(
    (found): ImportThreadResponse => ({ kind: "answer", answer: found }),
    (error: unknown) => whyNot(error, request),
  );
  return { response };
});
