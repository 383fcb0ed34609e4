import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { LoadProgress } from "../engines/engine.ts";
import type { Confinement, StartProcess } from "../processes/start-process.ts";
import { type EndNote, endNoteName } from "../queries/query-protocol.ts";
import type { DatabaseRequest, DatabaseResponse, FromDatabaseWorker } from "./database-protocol.ts";

/** The process ended in the middle of a call: of its watchdog (`note`), or for another reason. */
export class DatabaseWorkerEnded extends Error {
  readonly note: EndNote | null;
  constructor(how: string, note: EndNote | null) {
    super(`the process of the database ended (${how})`);
    this.note = note;
  }
}

/** The outside end of one database worker. */
export interface DatabaseWorker {
  readonly isAlive: boolean;
  /** One call at a time; rejects with `TaskProcessEnded` where the process ends instead of answering. */
  call(call: DatabaseRequest, onProgress?: (progress: LoadProgress) => void): Promise<DatabaseResponse>;
  kill(): void;
  /** Settles when the process is gone and its folder removed. */
  readonly gone: Promise<void>;
}

export function startDatabaseWorker(
  start: StartProcess,
  entry: string,
  folder: string,
  engine: string,
  confinement: Confinement,
): DatabaseWorker {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const child = start(entry, [folder, engine], confinement);
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let waiting: {
    resolve(reply: DatabaseResponse): void;
    reject(error: Error): void;
    onProgress: unknown;
  } | null = null;
  let ended: DatabaseWorkerEnded | null = null;
  ready.promise.catch(() => {}); // Nobody may have asked yet.

  child.onMessage((raw) => {
    const message = raw as FromDatabaseWorker;
    if (message.type === "ready") ready.resolve();
    else if (message.type === "progress")
      (waiting?.onProgress as ((progress: LoadProgress) => void) | undefined)?.(message.progress);
    else {
      const { resolve } = waiting ?? {};
      waiting = null;
      resolve?.(message.reply);
    }
  });
  child.onExit((how) => {
    ended = new DatabaseWorkerEnded(how, takeNote(folder));
    ready.reject(ended);
    waiting?.reject(ended);
    waiting = null;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    gone.resolve();
  });

  return {
    get isAlive() {
      return ended === null;
    },
    async call(call, onProgress) {
      await ready.promise;
      if (ended) throw ended;
      const { promise, resolve, reject } = Promise.withResolvers<DatabaseResponse>();
      waiting = { resolve, reject, onProgress };
      child.send({ id: 1, call });
      return promise;
    },
    kill: child.kill,
    gone: gone.promise,
  };
}

function takeNote(folder: string): EndNote | null {
  try {
    return JSON.parse(readFileSync(path.join(folder, endNoteName), "utf8")) as EndNote;
  } catch {
    return null; // No watchdog ended it.
  }
}
