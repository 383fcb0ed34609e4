import {
  DatabaseBroken,
  LoadError,
  type LoadProgress,
  type WorkerDatabase,
  type WorkerEngine,
} from "../engines/engine.ts";
import { loadEngine } from "../engines/registry.ts";
import { closeNetwork } from "../processes/close-network.ts";
import { openProcessChannel } from "../processes/process-channel.ts";
import { startWatchdog, type Watchdog } from "../processes/watchdog.ts";
import type {
  DatabaseRequest,
  DatabaseResponse,
  FromDatabaseWorker,
  ToDatabaseWorker,
} from "./database-protocol.ts";

/** Progress is told at most this often, in milliseconds. */
const progressInterval = 100;

/** The life of a database worker: one private database, and the calls on it one after another, until the other side is gone. */
export async function serveDatabase(entry: URL, folder: string, kind: string): Promise<void> {
  const channel = openProcessChannel();
  const watchdog = await startWatchdog(entry, folder);
  closeNetwork();
  const engine = await workerEngine(kind);
  const send = (message: FromDatabaseWorker) => channel.send(message);
  const perform = createPerformer(engine, folder, watchdog, send);
  let last = Promise.resolve();
  channel.onMessage((raw) => {
    const { id, call } = raw as ToDatabaseWorker;
    last = last.then(async () => {
      const reply = await perform(id, call).catch(failureOf);
      watchdog.leave();
      await send({ type: "reply", id, reply });
    });
  });
  await send({ type: "ready" });
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
    error: error instanceof LoadError ? "load" : "engine",
    message: error instanceof Error ? error.message : String(error),
  };
}

function createPerformer(
  engine: WorkerEngine & { ownBytes: number },
  folder: string,
  watchdog: Watchdog,
  send: (message: FromDatabaseWorker) => Promise<void>,
): (id: number, call: DatabaseRequest) => Promise<DatabaseResponse> {
  let database: WorkerDatabase | null = null;

  async function load(id: number, call: DatabaseRequest & { kind: "load" }): Promise<void> {
    let toldAt = 0;
    const tell = (progress: LoadProgress) => {
      const now = performance.now();
      if (now - toldAt < progressInterval && progress.doneBytes < progress.totalBytes) return;
      toldAt = now;
      void send({ type: "progress", id, progress });
    };
    await engine.load(call.source, call.file, tell, call.from);
  }

  return async (id, call) => {
    if (call.kind === "begin") {
      await engine.begin?.(call.file);
      return { kind: "done", worn: true };
    }
    if (call.kind === "load") {
      await load(id, call);
      return { kind: "done", worn: true };
    }
    if (call.kind === "open") {
      database = await engine.open(call.file, folder, call.database);
      return { kind: "done", worn: false };
    }
    if (!database) throw new Error("no database is open in this process");
    if (call.kind === "run") {
      const { timeMs, memoryBytes } = call.limits;
      // The bound is for what the statement adds: the database itself is in this process too.
      watchdog.enter("other", id, timeMs, process.memoryUsage.rss() + engine.ownBytes + memoryBytes);
      return { kind: "results", results: database.run(call.sql, call.limits) };
    }
    if (call.kind === "hash") return { kind: "hash", hash: database.hash() };
    if (call.kind === "reset") await database.reset();
    else if (call.kind === "save") await database.save(call.file);
    else await database.restore(call.file);
    return { kind: "done", worn: database.isWorn() };
  };
}
