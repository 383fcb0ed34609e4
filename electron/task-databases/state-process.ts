import { isMainThread } from "node:worker_threads";

// The entry of a task process and of its watching thread: `state-process FOLDER ENGINE`.
if (isMainThread) {
  const { serveTasks } = await import("./serve-states.ts");
  await serveTasks(new URL(import.meta.url), process.argv[2] ?? "", process.argv[3] ?? "");
} else {
  const { watch } = await import("../processes/watchdog.ts");
  watch();
}
