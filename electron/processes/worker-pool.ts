import {
  type OnEvent,
  type RequestEnd,
  type SentRequest,
  WorkerClient,
  type WorkerStart,
} from "./worker-client.ts";

/** Workers of one kind, and how they are started. */
export interface WorkerPoolConfig<Request, Response> {
  /**
   * How the next worker is started; `count` counts all of the pool, `failed` those in a row that ended before they were
   * ready. Where it rejects, so do the requests that wait.
   */
  next(count: number, failed: number): WorkerStart<Request> | Promise<WorkerStart<Request>>;
  /** At most this many workers. */
  workers: number;
  /** Requests sent ahead to one worker, so that it never waits for the next. */
  depth: number;
  /** After this long (ms) without any request the workers are ended; null: they stay, and one that ended is replaced at once. */
  idleMs: number | null;
  /** How long (ms) an aborted request may still take by itself before its worker is killed. */
  graceMs: number;
  /** Workers in a row that ended before they were ready, after which the requests that wait are rejected. */
  failedStarts: number;
  /** What they are rejected with. */
  notStarted(how: string): Error;
  /** Removes what a response left, where nobody waits for it any more. */
  discard?(response: Response): void;
}

export interface RequestOptions<Event> {
  /** It is on its way to a worker; called again where that one died of another request. */
  onStart?(): void;
  onEvent?: OnEvent<Event>;
  signal?: AbortSignal | undefined;
}

interface Waiting<Request, Event, Response> {
  request: Request;
  options: RequestOptions<Event>;
  /** Its way through a worker, null while it waits for one. */
  sent: SentRequest<Response> | null;
  resolve(end: RequestEnd<Response>): void;
  reject(reason: unknown): void;
}

/** Like workers with one queue. A worker that ended is replaced; requests that it did not come to are done by another. */
export class WorkerPool<Request, Event, Response> {
  readonly #config: WorkerPoolConfig<Request, Response>;
  readonly #workers = new Set<WorkerClient<Request, Event, Response>>();
  readonly #queue: Waiting<Request, Event, Response>[] = [];
  #started = 0;
  /** Starts under way, which are no workers yet. */
  #starting = 0;
  #failedStarts = 0;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(config: WorkerPoolConfig<Request, Response>) {
    this.#config = config;
  }

  /** Sends a request to the next free worker; rejects at once with the signal's reason when it is aborted. */
  async run(request: Request, options: RequestOptions<Event> = {}): Promise<RequestEnd<Response>> {
    const { signal } = options;
    signal?.throwIfAborted();
    if (this.#isClosed) throw new PoolClosed();
    const { promise, resolve, reject } = Promise.withResolvers<RequestEnd<Response>>();
    const waiting: Waiting<Request, Event, Response> = { request, options, sent: null, resolve, reject };
    const onAbort = () => this.#abort(waiting);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#queue.push(waiting);
    this.#feed();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Starts workers ahead, so that the next requests find them warm. */
  warm(count: number): void {
    while (this.#size < Math.min(count, this.#config.workers)) void this.#startOne();
  }

  /** Kills every worker; resolves when all are gone. Requests that have not ended reject. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    for (const worker of this.#workers) worker.kill();
    await Promise.all([...this.#workers].map(({ gone }) => gone));
    this.#rejectQueue(new PoolClosed());
  }

  get #size(): number {
    return this.#workers.size + this.#starting;
  }

  async #startOne(): Promise<void> {
    this.#starting += 1;
    try {
      const start = await this.#config.next(++this.#started, this.#failedStarts);
      if (!this.#isClosed) this.#open(start);
    } catch (error) {
      this.#rejectQueue(error);
    } finally {
      this.#starting -= 1;
    }
  }

  #open(start: WorkerStart<Request>): void {
    const worker = new WorkerClient<Request, Event, Response>(start, {
      onFree: () => {
        if (worker.isReady) this.#failedStarts = 0;
        this.#feed();
      },
      onGone: (how) => {
        this.#workers.delete(worker);
        if (!this.#isClosed) this.#replace(worker, how);
      },
    });
    this.#workers.add(worker);
  }

  #replace({ wasReady }: { wasReady: boolean }, how: string): void {
    if (!wasReady) this.#failedStarts += 1;
    if (this.#failedStarts >= this.#config.failedStarts) {
      this.#rejectQueue(this.#config.notStarted(how));
      this.#failedStarts = 0;
    } else if (this.#config.idleMs === null) void this.#startOne();
    this.#feed();
  }

  /** Hands waiting requests to the least loaded workers, and starts workers while there is more work than they take. */
  #feed(): void {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed) return;
    for (let free = this.#leastLoaded(); free && this.#queue.length > 0; free = this.#leastLoaded())
      this.#dispatch(this.#queue.shift() as Waiting<Request, Event, Response>, free);
    if (this.#queue.length > this.#coming() && this.#size < this.#config.workers) void this.#startOne();
    if (this.#queue.length === 0 && this.#config.idleMs !== null) this.#armIdleTimer(this.#config.idleMs);
  }

  #leastLoaded(): WorkerClient<Request, Event, Response> | null {
    let least: WorkerClient<Request, Event, Response> | null = null;
    for (const worker of this.#workers)
      if (worker.isReady && worker.load < (least?.load ?? this.#config.depth)) least = worker;
    return least;
  }

  /** Workers that will be ready by themselves. */
  #coming(): number {
    let coming = this.#starting;
    for (const worker of this.#workers) if (!worker.isReady) coming += 1;
    return coming;
  }

  #armIdleTimer(idleMs: number): void {
    this.#idleTimer = setTimeout(() => {
      for (const worker of this.#workers) if (worker.load === 0) worker.kill();
    }, idleMs);
    this.#idleTimer.unref();
  }

  #dispatch(
    waiting: Waiting<Request, Event, Response>,
    worker: WorkerClient<Request, Event, Response>,
  ): void {
    const { request, options } = waiting;
    options.onStart?.();
    waiting.sent = worker.send(request, options.onEvent);
    void waiting.sent.end.then((end) => {
      waiting.sent = null;
      if (this.#isClosed) waiting.reject(new PoolClosed());
      else if (options.signal?.aborted) {
        if (end.kind === "done") this.#config.discard?.(end.response);
      } else if (end.kind === "untouched") {
        this.#queue.unshift(waiting);
        this.#feed();
      } else waiting.resolve(end);
    });
  }

  #abort(waiting: Waiting<Request, Event, Response>): void {
    const at = this.#queue.indexOf(waiting);
    if (at >= 0) this.#queue.splice(at, 1);
    waiting.sent?.abandon(this.#config.graceMs);
    waiting.reject(waiting.options.signal?.reason);
  }

  #rejectQueue(reason: unknown): void {
    for (const waiting of this.#queue.splice(0)) waiting.reject(reason);
  }
}

/** The pool was closed before the request had ended. */
export class PoolClosed extends Error {
  constructor() {
    super("the runner is closed");
  }
}
