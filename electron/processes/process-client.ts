import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import {
  comparisonLimits,
  type EndNote,
  endNoteName,
  type FromProcess,
  type QueryEvent,
  type QueryRequest,
  type QueryResponse,
} from "../queries/query-protocol.ts";
import type { StartProcess } from "./start-process.ts";

/** How a request ended: done, or its process ended. `note` is the watchdog's, null where the process crashed or was killed from outside. */
export type SentEnd =
  | { kind: "done"; result: QueryResponse }
  | { kind: "died"; note: EndNote | null; how: string }
  /** The process died of another request, before it came to this one. */
  | { kind: "untouched" };

/** A request on its way through one process. */
export interface Sent {
  end: Promise<SentEnd>;
  /** Kills the process unless the request ends within `graceMs`; requests behind it end as "untouched". */
  abandon(graceMs: number): void;
}

/** The parent's end of one query worker: sends requests, which it takes in order, and tells of its end. */
export interface ProcessClient {
  readonly ready: boolean;
  /** Requests sent and not yet ended. */
  readonly load: number;
  send(request: QueryRequest, onEvent: (event: QueryEvent) => void): Sent;
  kill(): void;
}

interface InFlight {
  id: number;
  request: QueryRequest;
  onEvent: (event: QueryEvent) => void;
  resolve: (end: SentEnd) => void;
}

/** Hears what becomes of a process. */
export interface ProcessListener {
  onReady(): void;
  /** Whenever a request has ended. */
  onRequestEnd(): void;
  /** The process is gone; `wasReady` is false where it never came up. */
  onGone(how: string, wasReady: boolean): void;
}

/** Beyond the limits of all its parts and this long (ms) a request's process is killed from here: its watchdog failed. */
const backstopGrace = 10_000;

/** Starts a process whose files all go into `folder`, which is there and empty. */
export function startProcessClient(
  start: StartProcess,
  entry: string,
  folder: string,
  listener: ProcessListener,
): ProcessClient {
  const child = start(entry, [folder]);
  const inFlight: InFlight[] = [];
  let ready = false;
  /** It was ended for its memory: no request that it was sent meanwhile is to blame. */
  let worn = false;
  let nextId = 1;
  let backstop: NodeJS.Timeout | undefined;

  function armBackstop(): void {
    clearTimeout(backstop);
    const [first] = inFlight;
    if (!first) return;
    const { limits } = first.request;
    backstop = setTimeout(child.kill, 2 * (limits.timeMs + comparisonLimits(limits).timeMs) + backstopGrace);
    backstop.unref();
  }

  child.onMessage((raw) => {
    const message = raw as FromProcess;
    if (message.type === "ready") {
      ready = true;
      listener.onReady();
    } else if (message.type === "event") {
      inFlight.find(({ id }) => id === message.id)?.onEvent(message.event);
    } else {
      const [done] = inFlight.splice(0, 1);
      if (message.worn) {
        worn = true;
        child.kill();
      }
      armBackstop();
      done?.resolve({ kind: "done", result: message.result });
      listener.onRequestEnd();
    }
  });

  child.onExit((how) => {
    clearTimeout(backstop);
    const note = takeEndNote(path.join(folder, endNoteName));
    const [first, ...behind] = inFlight.splice(0);
    // A note about a request that has ended already was written in the instant of its end.
    const blamed = !worn && (note === null || note.requestId === first?.id);
    first?.resolve(blamed ? { kind: "died", note, how } : { kind: "untouched" });
    for (const request of behind) request.resolve({ kind: "untouched" });
    listener.onGone(how, ready);
  });

  return {
    get ready() {
      return ready && !worn;
    },
    get load() {
      return inFlight.length;
    },
    send(request, onEvent) {
      const id = nextId++;
      const end = new Promise<SentEnd>((resolve) => inFlight.push({ id, request, onEvent, resolve }));
      if (inFlight.length === 1) armBackstop();
      child.send({ id, request });
      const abandon = (graceMs: number) => {
        const timer = setTimeout(() => {
          if (inFlight[0]?.id === id) child.kill();
        }, graceMs);
        void end.then(() => clearTimeout(timer));
      };
      return { end, abandon };
    },
    kill: child.kill,
  };
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
