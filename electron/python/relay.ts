import { Worker } from "node:worker_threads";
import { openChannel } from "../processes/serve-requests.ts";
import type { InterpreterData } from "./interpreter.ts";
import type { PythonFiles } from "./python-protocol.ts";

/** Bounds of the thread's JavaScript, in MB; Python's own memory is bounded by the import gate. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/**
 * The life of a process with an interpreter: hands messages to and fro between the process that started it and the thread
 * in which Python runs, as that one sleeps while it waits for an answer. Ends with the thread.
 */
export function relay(entry: URL, files: PythonFiles): void {
  const channel = openChannel();
  const raised = new Int32Array(new SharedArrayBuffer(4));
  const data: InterpreterData = { files, raised };
  const worker = new Worker(entry, { workerData: data, env: {}, resourceLimits });
  worker.on("message", (message) => void channel.send(message));
  worker.on("error", (error) => {
    console.error(error instanceof Error ? error.message.slice(0, 1000) : error);
    process.exit(1);
  });
  worker.on("exit", () => process.exit());
  channel.onMessage((message) => {
    worker.postMessage(message);
    Atomics.store(raised, 0, 1);
    Atomics.notify(raised, 0);
  });
}
