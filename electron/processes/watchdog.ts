import { writeFileSync } from "node:fs";
import path from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { type EndNote, endNoteName, type Stage } from "../queries/query-protocol.ts";

const stages: Stage[] = ["idle", "predicted", "gold", "comparison", "other"];

/** The shared memory: four 32-bit integers (`never` stays 0: what the thread sleeps on), then three 64-bit floats. */
const place = { stage: 0, requestId: 1, never: 2, deadline: 2, startedAt: 3, memory: 4 };
const sharedBytes = 40;

/** How often a busy process is looked at, in milliseconds. */
const interval = 10;

/** A statement that yields rows ends itself at its deadline; only one that does not is ended from here, a little later. */
const grace = 30;

/**
 * Watches the process from a thread of its own, as nothing else runs in it while SQLite computes: a stage that outlives its
 * deadline, or a process that outgrows its memory bound, ends with a note in its folder saying which (SIGKILL to itself).
 */
export interface Watchdog {
  enter(stage: Stage, requestId: number, timeMs: number, memoryBytes: number): void;
  leave(): void;
}

interface WatchdogData {
  shared: SharedArrayBuffer;
  noteFile: string;
}

/** Starts the thread from the same entry file as the process itself; resolves when it watches. */
export function startWatchdog(entry: URL, folder: string): Promise<Watchdog> {
  const shared = new SharedArrayBuffer(sharedBytes);
  const integers = new Int32Array(shared, 0, 4);
  const floats = new Float64Array(shared);
  const data: WatchdogData = { shared, noteFile: path.join(folder, endNoteName) };
  const worker = new Worker(entry, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 16 } });
  worker.unref();
  const watchdog: Watchdog = {
    enter(stage, requestId, timeMs, memoryBytes) {
      const now = performance.timeOrigin + performance.now();
      floats[place.startedAt] = now;
      floats[place.deadline] = now + timeMs + grace;
      floats[place.memory] = memoryBytes;
      Atomics.store(integers, place.requestId, requestId);
      Atomics.store(integers, place.stage, stages.indexOf(stage));
      Atomics.notify(integers, place.stage);
    },
    leave() {
      Atomics.store(integers, place.stage, 0);
    },
  };
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve(watchdog));
    worker.once("error", reject);
  });
}

/** The body of the watching thread; never returns. */
export function watch(): void {
  const { shared, noteFile } = workerData as WatchdogData;
  const integers = new Int32Array(shared, 0, 4);
  const floats = new Float64Array(shared);
  const parent = process.ppid;
  parentPort?.postMessage("watching");
  for (;;) {
    Atomics.wait(integers, place.stage, 0);
    Atomics.wait(integers, place.never, 0, interval);
    // A busy process does not hear that the one it works for is gone.
    if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    const note = endNote(integers, floats);
    if (note) endProcess(note, noteFile);
  }
}

function endNote(integers: Int32Array, floats: Float64Array): EndNote | null {
  const stage = stages[Atomics.load(integers, place.stage)] ?? "idle";
  if (stage === "idle") return null;
  const now = performance.timeOrigin + performance.now();
  const overTime = now > (floats[place.deadline] ?? 0);
  const overMemory = process.memoryUsage.rss() > (floats[place.memory] ?? 0);
  if (!overTime && !overMemory) return null;
  return {
    requestId: Atomics.load(integers, place.requestId),
    stage: stage,
    reason: overMemory ? "memory" : "time",
    elapsedMs: now - (floats[place.startedAt] ?? now),
  };
}

function endProcess(note: EndNote, noteFile: string): void {
  try {
    writeFileSync(noteFile, JSON.stringify(note), { mode: 0o600 });
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}
