import { isMainThread } from "node:worker_threads";

// The entry of a database worker and of its watching thread: `database-worker FOLDER ENGINE`.
if (isMainThread) {
  const { serveDatabase } = await import("./serve-database.ts");
  await serveDatabase(new URL(import.meta.url), process.argv[2] ?? "", process.argv[3] ?? "");
} else {
  const { watch } = await import("../processes/worker-watchdog.ts");
  watch();
}
