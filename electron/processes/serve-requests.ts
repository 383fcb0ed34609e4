import { isMainThread, parentPort } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./worker-protocol.ts";

/** A worker's end of the channel to the one that started it. */
export interface Channel {
  /** Resolves when the message is out. */
  send(message: unknown): Promise<void>;
  onMessage(listener: (message: unknown) => void): void;
}

/** The port of an Electron utility process, of which Node's types know nothing. */
interface UtilityPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): void;
}

/**
 * Finds the channel: the port of a thread, that of a utility process, or the IPC channel of a forked one. Ends the
 * process when the other side is gone.
 */
export function openChannel(): Channel {
  if (!isMainThread)
    return {
      send: async (message) => parentPort?.postMessage(message),
      onMessage: (listener) => void parentPort?.on("message", listener),
    };
  const { parentPort: port } = process as unknown as { parentPort?: UtilityPort };
  if (port)
    return {
      send: async (message) => port.postMessage(message),
      onMessage: (listener) => port.on("message", ({ data }) => listener(data)),
    };
  process.on("disconnect", () => process.exit());
  return {
    send: (message) => new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve())),
    onMessage: (listener) => void process.on("message", listener),
  };
}

/** One request as a worker has it at hand. */
export interface AtHand<Event> {
  id: number;
  /** Resolves when the event is out. */
  emit(event: Event): Promise<void>;
}

/** Performs a request; what it rejects with ends the worker. `worn`: another one is to take its place. */
export type Perform<Request, Event, Response> = (
  request: Request,
  atHand: AtHand<Event>,
) => Promise<{ response: Response; worn?: boolean }>;

/** The life of a worker: takes requests one after another, in the order in which they were sent, until the other side is gone. */
export async function serveRequests<Request, Event, Response>(
  perform: Perform<Request, Event, Response>,
  channel = openChannel(),
): Promise<void> {
  const send = (message: FromWorker<Event, Response>) => channel.send(message);
  let last = Promise.resolve();
  channel.onMessage((raw) => {
    const { id, request } = raw as ToWorker<Request> & { request: Request };
    last = last.then(async () => {
      const done = await perform(request, { id, emit: (event) => send({ type: "event", id, event }) });
      void send({ type: "done", id, ...done });
    });
  });
  await send({ type: "ready" });
}
