import { Worker } from "node:worker_threads";
import type { WorkerProcess } from "./start-process.ts";

/** Starts a worker as a thread of this process: for our own code over texts of any size, never for SQL under test. */
export function startThread(entry: URL, workerData?: unknown): WorkerProcess {
  const worker = new Worker(entry, { workerData });
  let fault: string | null = null;
  worker.on("error", (error) => {
    fault = error instanceof Error ? error.message : String(error);
  });
  return {
    send: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on("message", listener),
    onExit: (listener) => void worker.once("exit", (code) => listener(fault ?? `exit code ${code}`)),
    kill: () => void worker.terminate(),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
}
