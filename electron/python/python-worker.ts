import { isMainThread, workerData } from "node:worker_threads";
import type { InterpreterData } from "./interpreter.ts";
import type { PythonFiles } from "./python-protocol.ts";

// The entry of a process that holds one Python interpreter, and of the thread in which that runs: `python-worker serve|snapshot FILES`.
if (!isMainThread) {
  const { serveInterpreter } = await import("./interpreter.ts");
  await serveInterpreter(workerData as InterpreterData);
} else {
  const [mode, files = "{}"] = process.argv.slice(2);
  const pythonFiles = JSON.parse(files) as PythonFiles;
  if (mode === "snapshot") {
    const { makeSnapshot } = await import("./snapshot.ts");
    await makeSnapshot(pythonFiles);
  } else {
    const { relay } = await import("./relay.ts");
    relay(new URL(import.meta.url), pythonFiles);
  }
}
