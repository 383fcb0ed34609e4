import { isMainThread } from "node:worker_threads";

// The entry of a query worker and of its watching thread: `query-worker FOLDER`.
if (isMainThread) {
  const { serveQueries } = await import("./serve-queries.ts");
  await serveQueries(new URL(import.meta.url), process.argv[2] ?? "");
} else {
  const { watch } = await import("../processes/worker-watchdog.ts");
  watch();
}
