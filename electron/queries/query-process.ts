import { isMainThread } from "node:worker_threads";

// The entry of a run process and of its watching thread: `query-process FOLDER`.
if (isMainThread) {
  const { serve } = await import("./serve-queries.ts");
  await serve(new URL(import.meta.url), process.argv[2] ?? "");
} else {
  const { watch } = await import("../processes/watchdog.ts");
  watch();
}
