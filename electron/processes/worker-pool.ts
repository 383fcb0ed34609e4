import { mkdirSync } from "node:fs";
import path from "node:path";
import type { QueryEvent, QueryRequest, QueryResponse } from "../queries/query-protocol.ts";
import { type ProcessClient, type Sent, type SentEnd, startProcessClient } from "./process-client.ts";
import type { StartProcess } from "./start-process.ts";

/** What a request came to: done, or its process died of it. */
export type RequestEnd = Exclude<SentEnd, { kind: "untouched" }>;

/** A set of like processes with one queue. A process that ended is replaced; requests it did not come to are run by another. */
export interface WorkerPool {
  /** Runs a request in the next free process; rejects at once with the signal's reason when it is aborted. */
  run(request: QueryRequest, onEvent: (event: QueryEvent) => void, signal?: AbortSignal): Promise<RequestEnd>;
  /** Starts processes ahead, so that the next requests find them warm. */
  warm(count: number): void;
  /** Kills every process; resolves when all are gone. Requests that have not ended reject. */
  close(): Promise<void>;
}

/** Processes of one kind of work, and how they are started. */
export interface WorkerPoolConfig {
  name: string;
  start: StartProcess;
  entry: string;
  /** Where each process gets a folder of its own. */
  spoolDir: string;
  /** At most this many processes. */
  processes: number;
  /** Requests sent ahead to one process, so that it never waits for the next. */
  depth: number;
  /** After this long (ms) without any request the processes are ended; null: they stay, and one that ended is replaced at once. */
  idleMs: number | null;
  /** Removes what a result left, where nobody waits for it any more. */
  discard(result: QueryResponse): void;
  /** Removes what a process left in its folder. */
  clean(folder: string): void;
}

interface Waiting {
  request: QueryRequest;
  onEvent: (event: QueryEvent) => void;
  signal: AbortSignal | undefined;
  /** Its way through a process, null while it waits for one. */
  sent: Sent | null;
  resolve(end: RequestEnd): void;
  reject(reason: unknown): void;
}

/** How long (ms) an aborted request may still take by itself before its process is killed: most queries are quicker than a new process. */
const abandonGrace = 50;

/** Processes in a row that ended before they were ready, after which waiting requests are told. */
const maxFailedStarts = 3;

// Longer than a function should be: the queue and the processes are one state, which only these inner functions change.
export function createWorkerPool(config: WorkerPoolConfig): WorkerPool {
  const processes = new Map<ProcessClient, Promise<void>>();
  const queue: Waiting[] = [];
  let started = 0;
  let failedStarts = 0;
  let closed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  function startProcess(): void {
    const folder = path.join(config.spoolDir, `${config.name}-${++started}`);
    mkdirSync(folder, { mode: 0o700 });
    const gone = Promise.withResolvers<void>();
    const client = startProcessClient(config.start, config.entry, folder, {
      onReady: () => {
        failedStarts = 0;
        feed();
      },
      onRequestEnd: feed,
      onGone: (how, wasReady) => {
        processes.delete(client);
        config.clean(folder);
        gone.resolve();
        if (!closed) replace(how, wasReady);
      },
    });
    processes.set(client, gone.promise);
  }

  function replace(how: string, wasReady: boolean): void {
    if (!wasReady) failedStarts += 1;
    if (failedStarts >= maxFailedStarts) {
      const reason = new Error(`the process for SQL under test does not start: ${how}`);
      for (const waiting of queue.splice(0)) waiting.reject(reason);
      failedStarts = 0;
    } else if (config.idleMs === null) startProcess();
    feed();
  }

  /** Hands waiting requests to the least loaded processes, and starts processes while there is more work than they take. */
  function feed(): void {
    clearTimeout(idleTimer);
    while (queue.length > 0 && !closed) {
      const free = leastLoaded(
        [...processes.keys()].filter(({ ready, load }) => ready && load < config.depth),
      );
      if (!free) break;
      dispatch(queue.shift() as Waiting, free);
    }
    if (queue.length > 0 && processes.size < config.processes && !closed) startProcess();
    if (queue.length === 0 && config.idleMs !== null) armIdleTimer(config.idleMs);
  }

  function armIdleTimer(idleMs: number): void {
    idleTimer = setTimeout(() => {
      for (const client of processes.keys()) if (client.load === 0) client.kill();
    }, idleMs);
    idleTimer.unref();
  }

  function dispatch(waiting: Waiting, client: ProcessClient): void {
    waiting.sent = client.send(waiting.request, waiting.onEvent);
    void waiting.sent.end.then((end) => {
      waiting.sent = null;
      if (closed) waiting.reject(closedError());
      else if (waiting.signal?.aborted) {
        if (end.kind === "done") config.discard(end.result);
      } else if (end.kind === "untouched") {
        queue.unshift(waiting);
        feed();
      } else waiting.resolve(end);
    });
  }

  function abort(waiting: Waiting): void {
    const at = queue.indexOf(waiting);
    if (at >= 0) queue.splice(at, 1);
    waiting.sent?.abandon(abandonGrace);
    waiting.reject(waiting.signal?.reason);
  }

  async function run({
    request,
    onEvent,
    signal,
  }: Pick<Waiting, "request" | "onEvent" | "signal">): Promise<RequestEnd> {
    signal?.throwIfAborted();
    if (closed) throw closedError();
    const { promise, resolve, reject } = Promise.withResolvers<RequestEnd>();
    const waiting: Waiting = { request, onEvent, signal, sent: null, resolve, reject };
    const onAbort = () => abort(waiting);
    signal?.addEventListener("abort", onAbort, { once: true });
    queue.push(waiting);
    feed();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  return {
    run: (request, onEvent, signal) => run({ request, onEvent, signal }),
    warm(count) {
      while (processes.size < Math.min(count, config.processes)) startProcess();
    },
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      for (const waiting of queue.splice(0)) waiting.reject(closedError());
      for (const client of processes.keys()) client.kill();
      await Promise.all(processes.values());
    },
  };
}

function leastLoaded(clients: ProcessClient[]): ProcessClient | undefined {
  return clients.sort((one, other) => one.load - other.load)[0];
}

function closedError(): Error {
  return new Error("the runner is closed");
}
