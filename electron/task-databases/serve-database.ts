import { boundedText } from "#shared/text/bounded-text.ts";
import {
  DatabaseBroken,
  type LoadProgress,
  machineCode,
  type WorkerDatabase,
  type WorkerEngine,
} from "../engines/engine.ts";
import { loadEngine } from "../engines/registry.ts";
import { closeNetwork } from "../processes/confine.ts";
import { type AtHand, serveRequests } from "../processes/serve-requests.ts";
import { startWatchdog, type Watchdog } from "../processes/worker-watchdog.ts";
import type { DatabaseRequest, DatabaseResponse } from "./database-protocol.ts";

/** Progress is reported at most this often, in milliseconds. */
const progressInterval = 100;

type DatabaseWatchdog = Watchdog<"run" | "load">;

/** The life of a database worker: one private database, and the requests on it. Its files go into `folder`. */
export async function serveDatabase(entry: URL, folder: string, kind: string): Promise<void> {
  const watchdog: DatabaseWatchdog = await startWatchdog(entry, folder, ["run", "load"]);
  closeNetwork();
  const perform = createPerformer(await workerEngine(kind), folder, watchdog);
  await serveRequests<DatabaseRequest, LoadProgress, DatabaseResponse>(async (request, atHand) => {
    const response = await perform(request, atHand).catch(failureOf);
    watchdog.leave();
    return { response };
  });
}

/** Only the engine that is asked for is loaded. */
async function workerEngine(kind: string): Promise<WorkerEngine & { ownBytes: number }> {
  const { states, ownBytes } = await loadEngine(kind);
  if (states.in === "worker") return { ...states.worker, ownBytes };
  throw new Error(`The databases of ${kind} are on a server, not in a worker.`);
}

function failureOf(error: unknown): DatabaseResponse {
  if (error instanceof DatabaseBroken) return { kind: "broken", message: error.message };
  return {
    kind: "failed",
    message: boundedText(error instanceof Error ? error.message : String(error)),
    code: machineCode(error),
  };
}

function createPerformer(
  engine: WorkerEngine & { ownBytes: number },
  folder: string,
  watchdog: DatabaseWatchdog,
) {
  let database: WorkerDatabase | null = null;
  return async (request: DatabaseRequest, atHand: AtHand<LoadProgress>): Promise<DatabaseResponse> => {
    if (request.kind === "begin") await engine.begin?.(request.file);
    else if (request.kind === "load") await load(request, atHand);
    else if (request.kind === "open") {
      database = await engine.open(request.file, folder, request.database);
      return { kind: "done", worn: false };
    } else if (database) return onDatabase(database, request, atHand.id);
    else throw new Error("no database is open in this process");
    return { kind: "done", worn: true };
  };

  /** Each statement of a dump has its time; what it adds to the process is bounded, as for a run. */
  async function load(
    { source, file, from, limits }: Extract<DatabaseRequest, { kind: "load" }>,
    atHand: AtHand<LoadProgress>,
  ): Promise<void> {
    const memory = process.memoryUsage.rss() + engine.ownBytes + limits.memoryBytes;
    const enter = () => watchdog.enter("load", atHand.id, limits.statementMs, memory);
    const report = paced(atHand);
    enter();
    await engine.load(
      source,
      file,
      (progress) => {
        report(progress);
        enter();
      },
      from,
    );
  }

  async function onDatabase(
    open: WorkerDatabase,
    request: Exclude<DatabaseRequest, { kind: "begin" | "load" | "open" }>,
    id: number,
  ): Promise<DatabaseResponse> {
    if (request.kind === "run") {
      const { timeMs, memoryBytes } = request.limits;
      // The bound is for what the statement adds: the database itself is in this process too.
      watchdog.enter("run", id, timeMs, process.memoryUsage.rss() + engine.ownBytes + memoryBytes);
      return { kind: "results", results: open.run(request.sql, request.limits) };
    }
    if (request.kind === "hash") return { kind: "hash", hash: open.hash() };
    if (request.kind === "reset") await open.reset();
    else if (request.kind === "save") await open.save(request.file);
    else await open.restore(request.file);
    return { kind: "done", worn: open.isWorn() };
  }
}

/** Reports progress now and then, and its end. */
function paced({ emit }: AtHand<LoadProgress>): (progress: LoadProgress) => void {
  let reportedAt = 0;
  return (progress) => {
    const now = performance.now();
    if (now - reportedAt < progressInterval && progress.doneBytes < progress.totalBytes) return;
    reportedAt = now;
    void emit(progress);
  };
}
