import { writeFileSync } from "node:fs";
import path from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { type EndNote, endNoteName } from "./worker-protocol.ts";

/** The shared memory: four 32-bit integers (`never` stays 0: what the thread sleeps on), then three 64-bit floats. */
const slot = { stage: 0, requestId: 1, never: 2, deadline: 2, startedAt: 3, memory: 4 };
const sharedBytes = 40;

/** How often a busy process is watched, in milliseconds. */
const interval = 10;

/** A statement that yields rows ends itself at its deadline; only one that does not is ended from here, a little later. */
const grace = 30;

/**
 * Watches the process from a thread of its own, as nothing else runs in it while SQLite computes: a stage that outlives its
 * deadline, or a process that outgrows its memory bound, ends with a note in its folder saying which (SIGKILL to itself).
 */
export interface Watchdog<Stage extends string> {
  enter(stage: Stage, requestId: number, timeMs: number, memoryBytes: number): void;
  leave(): void;
}

interface WatchdogData {
  shared: SharedArrayBuffer;
  stages: readonly string[];
  noteFile: string;
}

/** Starts the thread from the same entry file as the process itself; resolves when it watches. */
export function startWatchdog<Stage extends string>(
  entry: URL,
  folder: string,
  stages: readonly Stage[],
): Promise<Watchdog<Stage>> {
  const shared = new SharedArrayBuffer(sharedBytes);
  const integers = new Int32Array(shared, 0, 4);
  const floats = new Float64Array(shared);
  const data: WatchdogData = { shared, stages, noteFile: path.join(folder, endNoteName) };
  const worker = new Worker(entry, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 16 } });
  worker.unref();
  const watchdog: Watchdog<Stage> = {
    enter(stage, requestId, timeMs, memoryBytes) {
      const now = performance.timeOrigin + performance.now();
      floats[slot.startedAt] = now;
      floats[slot.deadline] = now + timeMs + grace;
      floats[slot.memory] = memoryBytes;
      Atomics.store(integers, slot.requestId, requestId);
      Atomics.store(integers, slot.stage, stages.indexOf(stage) + 1);
      Atomics.notify(integers, slot.stage);
    },
    leave() {
      Atomics.store(integers, slot.stage, 0);
    },
  };
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve(watchdog));
    worker.once("error", reject);
  });
}

/** The body of the watching thread; never returns. */
export function watch(): void {
  const data = workerData as WatchdogData;
  const integers = new Int32Array(data.shared, 0, 4);
  const parent = process.ppid;
  parentPort?.postMessage("watching");
  for (;;) {
    Atomics.wait(integers, slot.stage, 0);
    Atomics.wait(integers, slot.never, 0, interval);
    // A busy process does not hear that the one it works for is gone.
    if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    const note = endNote(data, integers);
    if (note) endProcess(note, data.noteFile);
  }
}

function endNote({ shared, stages }: WatchdogData, integers: Int32Array): EndNote | null {
  const stageAt = Atomics.load(integers, slot.stage);
  const requestId = Atomics.load(integers, slot.requestId);
  const stage = stages[stageAt - 1];
  if (stage === undefined) return null;
  const floats = new Float64Array(shared);
  const now = performance.timeOrigin + performance.now();
  const overTime = now > (floats[slot.deadline] ?? 0);
  const overMemory = process.memoryUsage.rss() > (floats[slot.memory] ?? 0);
  if (!overTime && !overMemory) return null;
  // While this thread waited for the processor, what it found may have ended and another request begun.
  if (Atomics.load(integers, slot.stage) !== stageAt || Atomics.load(integers, slot.requestId) !== requestId)
    return null;
  const elapsedMs = now - (floats[slot.startedAt] ?? now);
  return { requestId, stage, reason: overMemory ? "memory" : "time", elapsedMs };
}

function endProcess(note: EndNote, noteFile: string): void {
  try {
    writeFileSync(noteFile, JSON.stringify(note), { mode: 0o600 });
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}
