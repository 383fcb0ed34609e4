import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { WorkerProcess } from "./start-process.ts";
import { type EndNote, endNoteName, type FromWorker, type ToWorker } from "./worker-protocol.ts";

/** How a request ended in a worker. `note` is the watchdog's, null where the worker crashed or was killed from outside. */
export type WorkerEnd<Response> = RequestEnd<Response> | { kind: "untouched" };

/** How a request ended: with a response, or its worker died of it. */
export type RequestEnd<Response> =
  | { kind: "done"; response: Response }
  | { kind: "died"; note: EndNote | null; how: string };

/** A request on its way through one worker. "untouched": the worker died of another request, before it came to this one. */
export interface SentRequest<Response> {
  end: Promise<WorkerEnd<Response>>;
  /** Kills the worker unless the request ends within `graceMs`; requests behind it end as "untouched". */
  abandon(graceMs: number): void;
}

/** Hears an event of a request, to which it may reply. */
export type OnEvent<Event> = (event: Event, reply: (message: unknown) => void) => void;

/** A worker to be started. */
export interface WorkerStart<Request> {
  start(): WorkerProcess;
  /** A folder of its own, which is made before it starts. */
  folder?: string;
  /** Removes what an ended worker left in its folder; all of it where nothing is given. */
  clean?(folder: string): void;
  /** How long (ms) a request may take before its worker is killed from here; null: for as long as it likes. */
  timeMs?(request: Request): number | null;
}

/** Hears what becomes of a worker. */
export interface WorkerListener {
  /** It may be ready for another request. */
  onFree(): void;
  onGone(how: string): void;
}

interface InFlight<Request, Event, Response> {
  id: number;
  request: Request;
  onEvent: OnEvent<Event> | undefined;
  resolve(end: WorkerEnd<Response>): void;
}

/** The parent's end of one worker: sends requests, which it takes in order, and hears of its end. */
export class WorkerClient<Request, Event, Response> {
  /** Settles when the process is gone and its folder cleaned. */
  readonly gone: Promise<void>;
  readonly #start: WorkerStart<Request>;
  readonly #process: WorkerProcess;
  readonly #listener: WorkerListener | null;
  readonly #inFlight: InFlight<Request, Event, Response>[] = [];
  #isReady = false;
  #wasReady = false;
  /** It was ended for what earlier requests left of it: none that it was sent meanwhile is to blame. */
  #isWorn = false;
  #lastId = 0;
  #deadline: NodeJS.Timeout | undefined;
  /** Why it was killed from here, or why it is gone. */
  #reason: string | null = null;
  #isGone = false;

  constructor(start: WorkerStart<Request>, listener: WorkerListener | null = null) {
    this.#start = start;
    this.#listener = listener;
    if (start.folder !== undefined) mkdirSync(start.folder, { mode: 0o700, recursive: true });
    this.#process = start.start();
    this.#process.onMessage((message) => {
      this.#take(message as FromWorker<Event, Response>);
      this.#process.hold?.(!this.#isReady || this.#inFlight.length > 0);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    this.#process.onExit((how) => {
      this.#end(this.#reason ?? how);
      resolve();
    });
  }

  get isReady(): boolean {
    return this.#isReady && !this.#isGone;
  }

  /** Whether it ever came up. */
  get wasReady(): boolean {
    return this.#wasReady;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Requests sent and not yet ended. */
  get load(): number {
    return this.#inFlight.length;
  }

  /** Sends a request as soon as the worker is ready for its first one. */
  send(request: Request, onEvent?: OnEvent<Event>): SentRequest<Response> {
    const id = ++this.#lastId;
    const { promise: end, resolve } = Promise.withResolvers<WorkerEnd<Response>>();
    if (this.#isGone) resolve({ kind: "died", note: null, how: this.#reason ?? "" });
    else {
      this.#inFlight.push({ id, request, onEvent, resolve });
      this.#process.hold?.(true);
      if (this.#wasReady) this.#post({ id, request });
      if (this.#inFlight.length === 1) this.#armDeadline();
    }
    const abandon = (graceMs: number) => {
      const timer = setTimeout(() => {
        if (this.#inFlight[0]?.id === id) this.kill();
      }, graceMs);
      void end.then(() => clearTimeout(timer));
    };
    return { end, abandon };
  }

  kill(): void {
    this.#process.kill();
  }

  #post(message: ToWorker<Request>): void {
    this.#process.send(message);
  }

  #take(message: FromWorker<Event, Response>): void {
    if (message.type === "event") {
      const { id, event } = message;
      const asked = this.#inFlight.find((sent) => sent.id === id);
      asked?.onEvent?.(event, (reply) => {
        if (this.#inFlight[0] === asked) this.#post({ id, reply });
      });
      return;
    }
    if (message.type === "ready") this.#becomeReady();
    else {
      const done = this.#inFlight.shift();
      if (message.worn || message.rests) this.#isReady = false;
      if (message.worn) {
        this.#isWorn = true;
        this.kill();
      }
      this.#armDeadline();
      done?.resolve({ kind: "done", response: message.response });
    }
    this.#listener?.onFree();
  }

  #becomeReady(): void {
    if (!this.#wasReady) for (const { id, request } of this.#inFlight) this.#post({ id, request });
    this.#isReady = true;
    this.#wasReady = true;
  }

  #armDeadline(): void {
    clearTimeout(this.#deadline);
    const [first] = this.#inFlight;
    const timeMs = first ? this.#start.timeMs?.(first.request) : null;
    if (timeMs == null) return;
    this.#deadline = setTimeout(() => {
      this.#reason = `it took more than ${timeMs} ms`;
      this.kill();
    }, timeMs);
    this.#deadline.unref();
  }

  #end(how: string): void {
    clearTimeout(this.#deadline);
    this.#isGone = true;
    this.#reason = how;
    const { folder, clean = removeFolder } = this.#start;
    const note = folder === undefined ? null : takeEndNote(path.join(folder, endNoteName));
    try {
      if (folder !== undefined) clean(folder);
    } catch {
      // What cannot be removed now is removed by a later start.
    }
    const [first, ...behind] = this.#inFlight.splice(0);
    // A note about a request that has ended already was written in the instant of its end.
    const isBlamed = !this.#isWorn && (note === null || note.requestId === first?.id);
    first?.resolve(isBlamed ? { kind: "died", note, how } : { kind: "untouched" });
    for (const request of behind) request.resolve({ kind: "untouched" });
    this.#listener?.onGone(how);
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function takeEndNote(file: string): EndNote | null {
  try {
    const note = JSON.parse(readFileSync(file, "utf8")) as EndNote;
    rmSync(file, { force: true });
    return note;
  } catch {
    return null; // No watchdog ended it.
  }
}
